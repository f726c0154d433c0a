import { type Static, Type } from 'typebox';
import { headMembers, MEMBERS_DESCRIPTION } from '../matching/request-match.ts';

const Switch = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** The services that rules can act on, by name. */
export type RuleService = 'testing' | 'api' | 'accounts';

/** When the effect of a rule acts: at the request, on its response, or after the authentication of its caller. */
export type RulePhase = 'request' | 'response' | 'caller';

const CallerMatch = Type.Object(
  {
    login: Type.Optional(Type.String({ maxLength: 100, description: 'Login of the calling user.' })),
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Client ID of the calling application, or of the token.' }),
    ),
  },
  { additionalProperties: false, description: 'The authenticated caller of the API.' },
);

/** The requests that a rule applies to. Every given member must match. */
export const RuleMatch = Type.Object(
  {
    service: Type.Optional(
      Type.Union([Type.Literal('testing'), Type.Literal('api'), Type.Literal('accounts')], {
        description:
          'The service: testing, api, or accounts (their pages). By default, the one that has the path.',
      }),
    ),
    ...headMembers,
    caller: Type.Optional(CallerMatch),
  },
  {
    additionalProperties: false,
    description: `Conditions for requests. ${MEMBERS_DESCRIPTION} Paths of the API may omit /api/v3.`,
  },
);

/** The effect of a rule. */
export const RuleEffect = Type.Object(
  {
    fault: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A fault of the message or its connection, as in `/compose`, such as reset@headers.',
      }),
    ),
    delay: Type.Optional(
      Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 100 })], {
        description:
          'Delays the response by this number of seconds, or as `delay` of `/compose`, such as 0.2..0.8.',
      }),
    ),
    dribble: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'COUNT,SECONDS: sends the content in so many chunks, spread over the time.',
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 400, maximum: 599, description: 'Responds with this status.' }),
    ),
    message: Type.Optional(
      Type.String({ maxLength: 1000, description: 'With `status`: the message of the response.' }),
    ),
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'With `status`: the seconds of Retry-After.',
      }),
    ),
    drop: Switch('Closes the connection without a response.'),
    rate_limit: Switch('Responds with 403, as if the rate limit of the API were exceeded.'),
    suspended: Switch('Responds with 403, as if the calling user were suspended.'),
    lockout: Switch('Responds with 403, as if the login were locked after too many failed sign-ins.'),
  },
  { additionalProperties: false },
);

const Share = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: `${description} The default is 1.` }));

/** A rule as an operator writes it: the requests it applies to, its effect, and its count. */
export const RuleInput = Type.Object(
  {
    match: Type.Optional(RuleMatch),
    effect: Type.Optional(RuleEffect),
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'Number of requests that the rule applies to; 0 applies it to every request. The default is 1.',
      }),
    ),
    probability: Share('The share of matching requests that the rule applies to, from 0 to 1.'),
    toxicity: Share('The share of connections whose requests the rule applies to, from 0 to 1.'),
  },
  { additionalProperties: false },
);

export type RuleMatch = Static<typeof RuleMatch>;
export type RuleEffect = Static<typeof RuleEffect>;
export type RuleInput = Static<typeof RuleInput>;

/** A rule that has been checked, with its defaults, and with what follows from its members. */
export interface NormalizedRule extends Required<Omit<RuleInput, 'match'>> {
  readonly match: Omit<RuleMatch, 'service'>;
  readonly service: RuleService;
  readonly phase: RulePhase;
  /** The prefix of the service, if the path of `match` omits it; otherwise empty. */
  readonly prefix: string;
}

/** A rule in the state that all processes share, and in snapshots. */
export interface StoredRule {
  readonly id: number;
  readonly rule: NormalizedRule;
  /** Number of requests when the counter of the rule began. */
  readonly applied: number;
}

/** A rule that is in effect. */
export interface ActiveRuleView extends Required<RuleInput> {
  readonly id: number;
  /** Number of requests that the rule was applied to. */
  readonly applied: number;
  /** Number of requests that the rule still applies to; null without a limit. */
  readonly remaining: number | null;
}

/** Whether an effect needs the response, or its time, and not only the request. */
export function isResponseEffect({ fault, dribble, delay }: RuleEffect): boolean {
  return fault !== undefined || dribble !== undefined || typeof delay === 'string';
}

/** The names of the effects that act in phase `caller` only. */
export const CALLER_EFFECTS = ['rate_limit', 'suspended', 'lockout'] as const;

/**
 * The first phase in which a part of the effect acts. All effects on calls of the API act after its own checks of the
 * request, except those on the response.
 */
export function phaseOf(effect: RuleEffect, service: RuleService): RulePhase {
  if (service === 'api' && !isResponseEffect(effect)) return 'caller';
  const actsBefore = effect.status !== undefined || effect.delay !== undefined || effect.drop === true;
  return actsBefore ? 'request' : 'response';
}
