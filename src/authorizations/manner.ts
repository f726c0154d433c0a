import type { Exchange } from '../http/exchange.ts';
import { type Field, type Fields, reasonPhrase } from '../http/fields.ts';
import type { Runtime } from '../runtime.ts';
import type { AllCallFacts } from './call-facts.ts';
import { type Deprecation, deprecationOf } from './deprecation.ts';
import { toMediaType } from './media-type.ts';
import type { Quota, RateLimits } from './rate-limits.ts';

/** The release whose manner this is: the last one before authorizations got an expiry. */
export const enterpriseVersion = '3.0.0';

export interface MannerOptions {
  readonly runtime: Runtime;
  readonly facts: AllCallFacts;
  readonly rateLimits: RateLimits;
  readonly deprecationFields: boolean;
}

/** What stands on every answer, errors included, besides what caches need. */
export function createCommonFields(options: MannerOptions) {
  const { runtime, facts, rateLimits } = options;
  const statuses = new Map<number, Field>();
  const fixed = [...FIXED];
  const fixedDeprecated = new Map<Deprecation, Fields>();

  /** Compat: clients of this API read the status line from a field. */
  function statusField(status: number): Field {
    const known = statuses.get(status);
    if (known) return known;
    const field: Field = ['Status', `${status} ${reasonPhrase(status)}`];
    statuses.set(status, field);
    return field;
  }

  function fixedWith(deprecation: Deprecation): Fields {
    const known = fixedDeprecated.get(deprecation);
    if (known) return known;
    const fields = [...fixed, ...deprecation.fields];
    fixedDeprecated.set(deprecation, fields);
    return fields;
  }

  /** Where nothing is counted, a refusal may still have been told to say so. */
  function rateFields(exchange: Exchange, status: number): Fields {
    if (!rateLimits.isOn && status !== 403) return NONE;
    // Compat: a copy that is still good costs nothing.
    if (status === 304) rateLimits.giveBack(exchange);
    const { quota } = facts.of(exchange);
    return quota ? toRateFields(quota) : NONE;
  }

  return (exchange: Exchange | undefined, status: number): Fields => {
    const deprecation = exchange && options.deprecationFields ? deprecationOf(exchange) : undefined;
    const rest = deprecation ? fixedWith(deprecation) : fixed;
    return [
      statusField(status),
      ...(exchange ? rateFields(exchange, status) : NONE),
      ['X-GitHub-Media-Type', toMediaType(exchange?.field('Accept'))],
      ['X-GitHub-Request-Id', runtime.uuid()],
      ...rest,
    ];
  };
}

/** Answers a preflight, and any other OPTIONS, whatever the path. */
export function answerOptions(exchange: Exchange, linkFields: Fields): void {
  exchange.empty(204, [...PREFLIGHT, ...linkFields]);
}

function toRateFields({ limit, remaining, reset }: Quota): Fields {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(reset)],
  ];
}

const NONE: Fields = [];

const FIXED: Fields = [
  ['Server', 'GitHub.com'],
  ['X-GitHub-Enterprise-Version', enterpriseVersion],
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    [
      'ETag',
      'Link',
      'Location',
      'Retry-After',
      'X-GitHub-OTP',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-OAuth-Scopes',
      'X-Accepted-OAuth-Scopes',
      'X-Poll-Interval',
      'X-GitHub-Media-Type',
      'Deprecation',
      'Sunset',
    ].join(', '),
  ],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubdomains; preload'],
  ['X-Frame-Options', 'deny'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-XSS-Protection', '1; mode=block'],
  ['Referrer-Policy', 'origin-when-cross-origin, strict-origin-when-cross-origin'],
  ['Content-Security-Policy', "default-src 'none'"],
];

const PREFLIGHT: Fields = [
  [
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-GitHub-OTP, X-Requested-With',
  ],
  ['Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE'],
  ['Access-Control-Max-Age', '86400'],
];
