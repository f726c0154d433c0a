import type { Exchange } from '../../http/exchange.ts';
import { type Field, type Fields, reasonPhrase } from '../../http/fields.ts';
import { toHttpDate } from '../../http/http-date.ts';
import type { Runtime } from '../../runtime.ts';
import type { AllCallFacts } from '../audit/call-facts.ts';
import type { Era } from '../eras/era.ts';
import { type Announcement, replaceFields } from '../lifecycle/announcement.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Quota, RateLimits } from '../rate-limits.ts';
import { toMediaType } from './media-type.ts';
import type { StrictTransport } from './strict-transport.ts';

export interface MannerOptions {
  readonly runtime: Runtime;
  readonly facts: AllCallFacts;
  readonly rateLimits: RateLimits;
  readonly era: Era;
  readonly lifecycle: Lifecycle;
  readonly strictTransport: StrictTransport;
}

/** What stands on every answer, errors included, besides what caches need. */
export function createCommonFields(options: MannerOptions) {
  const { runtime, facts, rateLimits, era, lifecycle, strictTransport } = options;
  const statuses = new Map<number, Field>();
  const fixed = toFixedFields(era);
  const fixedAnnounced = new WeakMap<Announcement, Fields>();
  const toRequestId = era.requestId === 'uuid' ? runtime.uuid : () => toHexadecimalGroups(runtime);

  /** Compat: clients of this API read the status line from a field. */
  function statusField(status: number): Field {
    const known = statuses.get(status);
    if (known) return known;
    const field: Field = ['Status', `${status} ${reasonPhrase(status)}`];
    statuses.set(status, field);
    return field;
  }

  function fixedWith(announcement: Announcement): Fields {
    const known = fixedAnnounced.get(announcement);
    if (known) return known;
    const fields = replaceFields([...fixed, ...announcement.fields], announcement.own);
    fixedAnnounced.set(announcement, fields);
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
    const announcement = exchange && lifecycle.announcement(exchange);
    const rest = announcement ? fixedWith(announcement) : fixed;
    return [
      statusField(status),
      ...(exchange ? rateFields(exchange, status) : NONE),
      ['X-GitHub-Media-Type', toMediaType(exchange?.field('Accept'))],
      ['X-GitHub-Request-Id', toRequestId()],
      // Node writes the machine's own.
      ...(runtime.clock.isMoved() ? [['Date', toHttpDate(runtime.now())] as const] : NONE),
      ...rest,
      ...strictTransport(exchange),
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

function toFixedFields({ enterpriseVersion, exposedFields }: Era): Fields {
  const version: Field[] =
    enterpriseVersion === undefined ? [] : [['X-GitHub-Enterprise-Version', enterpriseVersion]];
  return [
    ['Server', 'GitHub.com'],
    ...version,
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposedFields.join(', ')],
    ...SECURITY,
  ];
}

/** Compat: as on github.com, where the last group is the moment in seconds. */
function toHexadecimalGroups(runtime: Runtime): string {
  const dice = runtime.bytes(10).toString('hex');
  const second = Math.floor(runtime.now() / 1000).toString(16);
  const groups = [dice.slice(0, 4), dice.slice(4, 8), dice.slice(8, 14), dice.slice(14, 20), second];
  return groups.join(':').toUpperCase();
}

const SECURITY: Fields = [
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
