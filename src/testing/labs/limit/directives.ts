import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Directive } from '#http/routing/endpoint.ts';
import { compileParameters } from '#http/routing/parameters.ts';
import { type CallerSelector, parseSelector } from '#journal/matching/caller-selector.ts';
import { DirectiveProblems } from '../../responses/composition/directive-problems.ts';
import { composeDirectives } from '../../responses/composition/directives.ts';
import { type LimitFormat, limitFields, limitFormats } from './limit-fields.ts';
import { parsePolicy } from './policy.ts';
import type { LimitDefinition } from './rate-limit.ts';
import { announceRetry, type RetryForm, retryForms } from './retry-after.ts';

/** The directives of a rate limit. The others compose the response to accepted requests. */
export const limitDirectives = {
  policy: Type.Array(Type.String(), {
    maxItems: 4,
    default: [],
    description:
      '`NAME;q=UNITS;w=SECONDS`: up to 10,000 units in up to 86,400 seconds. Up to four policies, which all apply',
  }),
  kind: Type.Enum(['bucket', 'window', 'sliding', 'concurrent'], {
    default: 'bucket',
    description:
      '`bucket` (refills `q/w` units each second), `window` (starts with the first request), `sliding` (the latest `w` seconds), `concurrent` (requests in progress; `delay` makes them last)',
  }),
  cost: Type.String({
    default: '1',
    description: 'Units of a request, or `bytes` for the bytes of its body',
  }),
  per: Type.String({
    default: 'key',
    description:
      'Who shares a quota: `key` (all), `address`, `header:NAME`. 32 callers have a quota each; while all of these are in use, any others share one more. Only a digest of them is shown, as `pk`',
  }),
  fields: Type.Array(Type.Enum([...limitFormats]), {
    maxItems: limitFormats.length,
    default: [],
    description: `The syntax of the headers, repeatable: ${formatCodes(limitFormats)}`,
  }),
  retry: Type.Array(Type.Enum([...retryForms]), {
    maxItems: retryForms.length,
    default: [],
    description: `The form of \`Retry-After\`, repeatable: ${formatCodes(retryForms)}`,
  }),
  refuse: Type.Enum(['429', '503', '403', 'close'], {
    default: '429',
    description: '`429`, `503`, `403`, or `close` for a connection that ends without a response',
  }),
  ...composeDirectives,
};

function formatCodes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** What directives without a value are, where several are possible. */
const DEFAULTS = { policy: 'default;q=10;w=60', fields: 'draft', retry: 'seconds' } as const;

/** The directives of a rate limit for readers. */
export const limitDirectiveRows: readonly Directive[] = [
  ...(['policy', 'kind', 'cost', 'per', 'fields', 'retry', 'refuse'] as const).map((name) => {
    const schema: TSchema = limitDirectives[name];
    const isList = name === 'policy' || name === 'fields' || name === 'retry';
    return {
      segment: `\`${name}\``,
      effect: String(Reflect.get(schema, 'description')),
      default: `\`${isList ? DEFAULTS[name] : Reflect.get(schema, 'default')}\``,
    };
  }),
  { segment: '`end`', effect: 'Ends the directives. Any path and query may follow' },
  {
    segment: 'others',
    effect: 'Those of `/compose`, for the response to accepted requests',
    default: '200 without content',
  },
];

/** The directives, compiled. */
export const limitParameters = compileParameters(limitDirectives);

export type LimitDirectives = Static<TObject<typeof limitDirectives>>;

/** The directives of a limit. */
export interface ParsedLimit {
  readonly definition: LimitDefinition;
  readonly selector: CallerSelector;
  /** Units of the request; `bytes` for those of its body. */
  readonly cost: number | 'bytes';
  readonly formats: readonly LimitFormat[];
  readonly retry: readonly RetryForm[];
  /** Status of a rejection; `close` for the end of the connection without a response. */
  readonly rejection: number | 'close';
}

const MAX_COST = 10_000;

/** All callers share the quota. */
const SHARED: CallerSelector = { kind: 'key', field: '' };

/** @throws HttpError 400 with every invalid directive. */
export function parseLimit(directives: LimitDirectives): ParsedLimit {
  const problems = new DirectiveProblems<keyof LimitDirectives>();
  const check = (name: keyof LimitDirectives, message: string | undefined) => {
    if (message !== undefined) problems.add(name, message);
  };
  const policies = directives.policy.flatMap(
    (text) => problems.read('policy', () => [parsePolicy(text)]) ?? [],
  );
  if (policies.length === 0) policies.push(parsePolicy(DEFAULTS.policy));
  const cost = directives.cost === 'bytes' ? directives.cost : Number(directives.cost);
  const formats = directives.fields.length > 0 ? directives.fields : [DEFAULTS.fields];
  const retry = directives.retry.length > 0 ? directives.retry : [DEFAULTS.retry];
  const rejection = directives.refuse === 'close' ? directives.refuse : Number(directives.refuse);
  const definition: LimitDefinition = {
    kind: directives.kind,
    policies,
    per: directives.per,
    unit: unitOf(directives.kind, cost),
  };
  check('policy', repeated(policies.map(({ name }) => name)) && 'must have different names');
  check('cost', checkCost(cost, definition));
  const selector = parseSelector(directives.per, ['key', 'address', 'header']);
  check('per', selector ? undefined : 'must be key, address or header:NAME');
  check('fields', checkFormats(formats, definition));
  check('retry', sameFields(announceRetry(retry, 1000, 0).fields, 'retry'));
  problems.throwIfAny();
  return { definition, selector: selector ?? SHARED, cost, formats, retry, rejection };
}

function unitOf(kind: LimitDefinition['kind'], cost: number | 'bytes'): LimitDefinition['unit'] {
  if (kind === 'concurrent') return 'concurrent-requests';
  return cost === 'bytes' ? 'content-bytes' : 'requests';
}

function checkCost(cost: number | 'bytes', { kind, policies }: LimitDefinition): string | undefined {
  if (cost === 'bytes') return kind === 'concurrent' ? 'cannot be bytes of a concurrent limit' : undefined;
  if (!Number.isInteger(cost) || cost < 1 || cost > MAX_COST)
    return `must be a number from 1 to ${MAX_COST}, or bytes`;
  const smallest = Math.min(...policies.map(({ quota }) => quota));
  return cost > smallest ? `exceeds the quota of ${smallest}, so no request would be accepted` : undefined;
}

function checkFormats(formats: readonly LimitFormat[], definition: LimitDefinition): string | undefined {
  const states = definition.policies.map((policy) => ({
    policy,
    remaining: 0,
    refill: 0,
    isViolated: false,
  }));
  return sameFields(limitFields(formats, { definition, states, partition: null, now: 0 }), 'fields');
}

/** The problem of values that write the same header, which clients could not read. */
function sameFields(fields: readonly (readonly [name: string, value: string])[], name: string) {
  const twice = repeated(fields.map(([field]) => field.toLowerCase()));
  return twice === undefined ? undefined : `has two ${name} with the header ${twice}`;
}

function repeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
