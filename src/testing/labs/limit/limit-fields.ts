import type { Field } from '#http/syntax/fields.ts';
import { formatHttpDate } from '#http/syntax/http-date.ts';
import type { LimitDefinition, PolicyState } from './rate-limit.ts';
import { toSeconds } from './retry-after.ts';

/** What the header fields of a limit say. */
export interface LimitReport {
  readonly definition: LimitDefinition;
  readonly states: readonly PolicyState[];
  readonly partition: string | null;
  /** By the clock of the server, in milliseconds since the epoch. */
  readonly now: number;
}

/** The state of the policy that decides, in the units of header fields. */
interface Values {
  readonly limit: number;
  readonly remaining: number;
  readonly used: number;
  /** Whole seconds until more units are available. */
  readonly delta: number;
  /** `delta` in seconds with milliseconds. */
  readonly exact: number;
  /** The time of it in seconds since the epoch. */
  readonly epoch: number;
}

export const limitFormats = [
  'draft',
  'draft-07',
  'draft-06',
  'x',
  'x-delta',
  'github',
  'gitlab',
  'twitter',
  'discord',
  'shopify',
  'openai',
  'anthropic',
  'none',
] as const;

export type LimitFormat = (typeof limitFormats)[number];

const FORMATS: Readonly<Record<LimitFormat, (values: Values, report: LimitReport) => Field[]>> = {
  draft: (_, report) => [
    ['RateLimit-Policy', report.states.map((state) => formatPolicyItem(report, state)).join(', ')],
    ['RateLimit', report.states.map((state) => formatStateItem(report, state)).join(', ')],
  ],
  'draft-07': ({ limit, remaining, delta }, { states }) => [
    ['RateLimit-Policy', formatOldPolicies(states)],
    ['RateLimit', `limit=${limit}, remaining=${remaining}, reset=${delta}`],
  ],
  'draft-06': ({ limit, remaining, delta }, { states }) => [
    ['RateLimit-Limit', String(limit)],
    ['RateLimit-Remaining', String(remaining)],
    ['RateLimit-Reset', String(delta)],
    ['RateLimit-Policy', formatOldPolicies(states)],
  ],
  x: ({ limit, remaining, epoch }) => triple('X-RateLimit-', limit, remaining, epoch),
  'x-delta': ({ limit, remaining, delta }) => triple('X-RateLimit-', limit, remaining, delta),
  github: ({ limit, remaining, used, epoch }) => [
    ...triple('X-RateLimit-', limit, remaining, epoch),
    ['X-RateLimit-Used', String(used)],
    ['X-RateLimit-Resource', 'core'],
  ],
  gitlab: ({ limit, remaining, used, epoch }, { states }) => [
    ...triple('RateLimit-', limit, remaining, epoch),
    ['RateLimit-Observed', String(used)],
    ['RateLimit-ResetTime', formatHttpDate(epoch * 1000)],
    ['RateLimit-Name', states[0]?.policy.name ?? ''],
  ],
  twitter: ({ limit, remaining, epoch }) => [
    ['x-rate-limit-limit', String(limit)],
    ['x-rate-limit-remaining', String(remaining)],
    ['x-rate-limit-reset', String(epoch)],
  ],
  discord: ({ limit, remaining, exact }, { now, partition }) => [
    ...triple('X-RateLimit-', limit, remaining, (now / 1000 + exact).toFixed(3)),
    ['X-RateLimit-Reset-After', exact.toFixed(3)],
    ['X-RateLimit-Bucket', partition ?? 'shared'],
  ],
  shopify: ({ limit, used }) => [['X-Shopify-Shop-Api-Call-Limit', `${used}/${limit}`]],
  openai: ({ limit, remaining, exact }) => [
    ['x-ratelimit-limit-requests', String(limit)],
    ['x-ratelimit-remaining-requests', String(remaining)],
    ['x-ratelimit-reset-requests', exact < 1 ? `${Math.round(exact * 1000)}ms` : `${exact}s`],
  ],
  anthropic: ({ limit, remaining, epoch }) => [
    ['anthropic-ratelimit-requests-limit', String(limit)],
    ['anthropic-ratelimit-requests-remaining', String(remaining)],
    ['anthropic-ratelimit-requests-reset', new Date(epoch * 1000).toISOString().replace('.000Z', 'Z')],
  ],
  none: () => [],
};

/** The fields of all formats. */
export function limitFields(formats: readonly LimitFormat[], report: LimitReport): Field[] {
  const values = computeValues(report);
  return formats.flatMap((format) => FORMATS[format](values, report));
}

function computeValues({ states, now }: LimitReport): Values {
  // Formats for one policy show the one that is closest to its limit.
  const [state] = states.toSorted((one, other) => share(one) - share(other));
  if (!state) throw new Error('A limit has a policy');
  const { policy, remaining, refill } = state;
  return {
    limit: policy.quota,
    remaining,
    used: policy.quota - remaining,
    delta: toSeconds(refill),
    exact: Math.ceil(refill) / 1000,
    epoch: Math.ceil((now + refill) / 1000),
  };
}

function share({ isViolated, remaining, policy }: PolicyState): number {
  return isViolated ? -1 : remaining / policy.quota;
}

function triple(prefix: string, limit: number, remaining: number, reset: number | string): Field[] {
  return [
    [`${prefix}Limit`, String(limit)],
    [`${prefix}Remaining`, String(remaining)],
    [`${prefix}Reset`, String(reset)],
  ];
}

function formatPolicyItem(
  { definition: { kind, unit }, partition }: LimitReport,
  { policy }: PolicyState,
): string {
  const window = kind === 'concurrent' ? '' : `;w=${policy.window}`;
  const units = unit === 'requests' ? '' : `;qu="${unit}"`;
  return `"${policy.name}";q=${policy.quota}${window}${units}${formatKey(partition)}`;
}

function formatStateItem(
  { definition: { kind }, partition }: LimitReport,
  { policy, remaining, refill }: PolicyState,
) {
  const time = kind === 'concurrent' ? '' : `;t=${toSeconds(refill)}`;
  return `"${policy.name}";r=${remaining}${time}${formatKey(partition)}`;
}

function formatKey(partition: string | null): string {
  return partition === null ? '' : `;pk=:${partition}:`;
}

function formatOldPolicies(states: readonly PolicyState[]): string {
  return states.map(({ policy }) => `${policy.quota};w=${policy.window}`).join(', ');
}
