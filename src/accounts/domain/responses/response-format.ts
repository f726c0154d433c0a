import type { Exchange } from '#http/message/exchange.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { formatHttpDate } from '#http/syntax/http-date.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import type { Runtime } from '#runtime.ts';
import { replaceFields } from '../lifecycle/announcement.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import { formatMediaType } from '../request/media-type.ts';
import type { RateLimits } from '../request/rate-limits.ts';
import type { Quota, RequestStates } from '../request/request-state.ts';
import type { StrictTransport } from '../request/strict-transport.ts';

export interface ResponseFormatDependencies {
  readonly runtime: Runtime;
  readonly requestStates: RequestStates;
  readonly rateLimits: RateLimits;
  readonly release: ReleaseProfile;
  readonly lifecycle: Lifecycle;
  readonly strictTransport: StrictTransport;
}

/** The headers of every response, errors included, besides those for caches. */
export function createCommonFields(options: ResponseFormatDependencies) {
  const { runtime, requestStates, rateLimits, release, lifecycle, strictTransport } = options;
  const fixed = buildFixedFields(release);
  const createRequestId =
    release.requestId === 'uuid' ? runtime.uuid : () => createHexadecimalGroups(runtime);

  /** Without rate limits, a fault can still set a quota on a 403. */
  function rateFields(exchange: Exchange, status: number): Fields {
    if (!rateLimits.isOn && status !== 403) return NONE;
    // Compat: 304 is free.
    if (status === 304) rateLimits.refund(exchange);
    const { quota } = requestStates.of(exchange);
    return quota ? buildRateFields(quota, release) : NONE;
  }

  return (exchange: Exchange | undefined, status: number): Fields => {
    const announcement = exchange && lifecycle.announcement(exchange);
    const rest = announcement ? replaceFields([...fixed, ...announcement.fields], announcement.own) : fixed;
    return [
      // Compat: clients of this API read the status line from a header.
      ['Status', `${status} ${reasonPhrase(status)}`],
      ...(exchange ? rateFields(exchange, status) : NONE),
      ['X-GitHub-Media-Type', formatMediaType(exchange?.field('Accept'))],
      ['X-GitHub-Request-Id', createRequestId()],
      // The wire writes the time of the machine.
      ...(runtime.clock.isMoved() ? [['Date', formatHttpDate(runtime.now())] as const] : NONE),
      ...rest,
      ...strictTransport(exchange),
    ];
  };
}

/** Responds to a preflight and any other OPTIONS request, for every path. */
export function respondToOptions(exchange: Exchange, linkFields: Fields): void {
  exchange.empty(204, [...PREFLIGHT, ...linkFields]);
}

function buildRateFields({ limit, remaining, reset }: Quota, { hasUsedCalls }: ReleaseProfile): Fields {
  const used: Field[] = hasUsedCalls ? [['X-RateLimit-Used', String(limit - remaining)]] : [];
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(reset)],
    ...used,
  ];
}

const NONE: Fields = [];

function buildFixedFields({ enterpriseVersion, exposedFields }: ReleaseProfile): Fields {
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

/** Compat: as on github.com, where the last group is the timestamp in seconds. */
function createHexadecimalGroups(runtime: Runtime): string {
  const random = runtime.bytes(10).toString('hex');
  const second = Math.floor(runtime.now() / 1000).toString(16);
  const groups = [random.slice(0, 4), random.slice(4, 8), random.slice(8, 14), random.slice(14, 20), second];
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
