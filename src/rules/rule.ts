import { type Static, type TProperties, Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { MEMBERS_DESCRIPTION, requestMembers } from '#journal/matching/request-match.ts';
import { ResponseForm, StepForm } from '#testing/responses/composition/json-form.ts';
import type { AfterSteps } from '#testing/responses/composition/response-steps.ts';
import type { RuleCode } from './rule-code.ts';

const Switch = (description: string) => Type.Optional(Type.Literal(true, { description }));
const Text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** The services that rules can act on, by name. */
export type RuleService = 'testing' | 'api' | 'accounts';

/**
 * When a rule is decided: before the endpoint, in place of the endpoint, for the response, or after the authentication of the
 * caller.
 */
export const RULE_PHASES = ['request', 'respond', 'response', 'caller'] as const;
export type RulePhase = (typeof RULE_PHASES)[number];

const CallerMatch = Type.Object(
  {
    login: Text(100, 'Login of the calling user.'),
    client_id: Text(100, 'Client ID of the calling application, or of the token.'),
  },
  { additionalProperties: false, description: 'The authenticated caller of the API.' },
);

/** The requests that a rule applies to. Every given member must match. */
export const RuleMatch = Type.Object(
  {
    service: Type.Optional(
      Type.Union([Type.Literal('testing'), Type.Literal('api'), Type.Literal('accounts')], {
        description: 'The service: testing, api, or accounts (their pages).',
      }),
    ),
    ...requestMembers,
    caller: Type.Optional(CallerMatch),
  },
  { additionalProperties: false, description: `Conditions for requests. ${MEMBERS_DESCRIPTION}` },
);

const ErrorEffect = Type.Object(
  {
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    message: Text(1000, 'The message of the response.'),
    retry_after: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The seconds of Retry-After.' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Responds with this error, in the format of the service, without calling the endpoint.',
  },
);

/** What a rule does. */
const effectMembers = {
  respond: Type.Optional(
    Type.Union(
      [ResponseForm, Type.Array(StepForm, { minItems: 1, maxItems: 64, description: '1 to 64 steps' })],
      {
        description:
          'The response in place of the endpoint, of the directives of `/compose`, or a list of responses in turn',
      },
    ),
  ),
  pass: Switch('The endpoint responds, and no rule with `respond` that comes later.'),
  error: Type.Optional(ErrorEffect),
  fault: Text(200, 'A fault of the message or its connection, as in `/compose`, such as reset@headers.'),
  delay: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 100 })], {
      description: 'A number of seconds, or a text as `delay` of `/compose`, such as 200ms or 0.2..0.8.',
    }),
  ),
  dribble: Text(100, 'COUNT,SECONDS: sends the content in so many chunks, spread over the time.'),
  drop: Switch('Closes the connection without a response.'),
  rate_limit: Switch('Responds with 403, as if the rate limit of the API were exceeded.'),
  suspended: Switch('Responds with 403, as if the calling user were suspended.'),
  lockout: Switch('Responds with 403, as if the login were locked after too many failed sign-ins.'),
} satisfies TProperties;

const RuleEffects = Type.Object(effectMembers);

/** The names of the members that are effects. */
export const EFFECT_NAMES = Object.keys(effectMembers);

const Share = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: `${description} The default is 1.` }));

/** Maximum of a count. */
const MAX_COUNT = 1_000_000_000;

/** The members of a rule that can be changed without a new one. */
const changeMembers = {
  count: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      description:
        'Number of requests that the rule applies to; 0 applies it to every request. The default is 0 for `respond` and `pass`, and 1 for others.',
    }),
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: -1000,
      maximum: 1000,
      description: 'Rules with a higher priority come first. The default is 0.',
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether the rule can apply. The default is true.' })),
};

/** A change of a rule that keeps the number of its uses. */
export const RuleChange = Type.Object(changeMembers, { additionalProperties: false });

/** A rule as an operator writes it: the requests it applies to, what it does, and how often. */
export const RuleInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        pattern: BIN_NAME.source,
        description: '1 to 64 letters, digits, dots, underscores, tildes and hyphens. By default, a number.',
      }),
    ),
    match: Type.Optional(RuleMatch),
    ...effectMembers,
    ...changeMembers,
    after: Type.Optional(
      Type.Enum(['last', 'first', 'gone'], {
        description:
          'Beside a list in `respond`, what a request after the last step gets: this step again (the default), the first one, or 410.',
      }),
    ),
    by: Type.Optional(
      Type.String({
        maxLength: 120,
        description:
          'Beside a list in `respond`, what distinguishes callers, each of which gets the steps from the first on: `path`, `connection`, `header:NAME`, `idempotency`, or `key` for one list of all callers (the default). A rule keeps 1,000 callers.',
      }),
    ),
    probability: Share('The share of matching requests that the rule applies to, from 0 to 1.'),
    toxicity: Share('The share of connections whose requests the rule applies to, from 0 to 1.'),
    bin: Type.Optional(
      Type.String({
        pattern: BIN_NAME.source,
        description: 'The bin of the requests. Rules of a bin come before rules without one.',
      }),
    ),
    ttl: Type.Optional(
      Type.Union([Type.Number({ minimum: 0.001, maximum: 31_536_000 }), Type.String({ maxLength: 40 })], {
        description:
          'A number of seconds greater than 0, or a text such as 10m, after which the rule is removed.',
      }),
    ),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether the rule has to be used. The default is false.' }),
    ),
    note: Text(1000, 'A text for people.'),
  },
  { additionalProperties: false },
);

export type RuleMatch = Static<typeof RuleMatch>;
export type RuleEffects = Static<typeof RuleEffects>;
export type RuleInput = Static<typeof RuleInput>;
export type RuleChange = Static<typeof RuleChange>;

/** A rule that has been checked, with its defaults, and with what follows from its members. */
export interface NormalizedRule
  extends Required<
    Pick<RuleInput, 'count' | 'priority' | 'enabled' | 'probability' | 'toxicity' | 'required'>
  > {
  /** Null for a rule whose ID the server assigns. */
  readonly chosenId: string | null;
  readonly match: RuleMatch;
  readonly effects: RuleEffects;
  /** What follows the last response of a list; null for a rule without one. */
  readonly after: AfterSteps | null;
  /** What distinguishes the callers of a list, as `parseCallers` reads it; null for one list of all callers. */
  readonly by: string | null;
  readonly service: RuleService;
  readonly phase: RulePhase;
  /** The scope: the bin, or null for the server. */
  readonly bin: string | null;
  /** Number of characters of the rule as JSON. */
  readonly size: number;
  /** In milliseconds; null without a limit. */
  readonly ttl: number | null;
  readonly note: string | null;
  /** Code, in a server of one process. */
  readonly code?: RuleCode;
}

/** A rule in the state that all processes share, and in snapshots. */
export interface StoredRule {
  /** Unique in its scope. */
  readonly id: string;
  /** Identifies the rule with its counts; a rule that replaces another one has a serial number of its own. */
  readonly serial: number;
  /** Number of changes. */
  readonly revision: number;
  /** Number of the call that added the rule, and the place of the rule in its list. */
  readonly age: number;
  readonly place: number;
  /** Where the rule comes from: `seed` or `api`. */
  readonly source: string;
  /** By the machine's clock, in milliseconds since the epoch; null without a limit. */
  readonly expiresAt: number | null;
  readonly rule: NormalizedRule;
  /** Number of requests when the counter of the rule began. */
  readonly applied: number;
}

const { id: _id, match: _match, ...describedMembers } = RuleInput.properties;

/** The match of a rule that exists. The description of a rule to add has its members. */
export const MatchOfRule = Type.Unsafe<RuleMatch>(
  Type.Object({}, { description: 'The conditions, as they were given.' }),
);

/** A rule that is in effect. */
export const RuleView = Type.Object({
  id: Type.String({ description: 'Unique in its scope: the bin, or the server.' }),
  match: MatchOfRule,
  ...describedMembers,
  count: Type.Integer({
    description: 'Number of requests that the rule applies to; 0 applies it to every request.',
  }),
  priority: Type.Integer(),
  enabled: Type.Boolean(),
  probability: Type.Number(),
  toxicity: Type.Number(),
  required: Type.Boolean(),
  phase: Type.Enum(RULE_PHASES, { description: 'When the rule is decided.' }),
  source: Type.String({ description: 'Where the rule comes from: seed, api, or a place in the code.' }),
  computed: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The members that are code at `source`, such as `/match/path` or `/respond`, as JSON Pointers. The rule is shown without them.',
    }),
  ),
  hides: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of a rule that has been added: the ids of rules of its scope that can no longer act, because it takes all of their requests, and endpoints of the server with its path, such as `/get`.',
    }),
  ),
  position: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Of a list in `respond` without `by` and `open`: the number of the step that the next request gets, from 1; null after the last step, if no step follows.',
    }),
  ),
  applied: Type.Integer({ description: 'Number of requests that the rule was applied to.' }),
  remaining: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Number of requests that the rule still applies to; null without a limit.',
  }),
});

export type ActiveRuleView = Static<typeof RuleView>;

/** The names of the effects that only calls of the API can have, after authentication. */
export const CALLER_EFFECTS = ['rate_limit', 'suspended', 'lockout'] as const;

/** The first phase in which a part of the rule acts. */
export function phaseOf(effects: RuleEffects, { caller }: RuleMatch): RulePhase {
  if (caller !== undefined || CALLER_EFFECTS.some((name) => effects[name] !== undefined)) return 'caller';
  const { respond, pass, error, delay, drop, fault } = effects;
  if (respond !== undefined || pass !== undefined) return 'respond';
  const isBefore =
    error !== undefined || delay !== undefined || drop === true || /@request(?::|$|,)/.test(fault ?? '');
  return isBefore ? 'request' : 'response';
}
