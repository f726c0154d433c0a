import { type Static, Type } from 'typebox';

const Switch = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** The services that rules can act on, by name. */
export type FaultService = 'testing' | 'authorizations' | 'pages';

/** The calls that a rule applies to. Every given member must match. */
export const FaultMatch = Type.Object(
  {
    service: Type.Optional(
      Type.Union([Type.Literal('testing'), Type.Literal('authorizations'), Type.Literal('pages')], {
        description:
          'The service: testing, authorizations (the API), or pages (of the accounts). By default, the one that has the path.',
      }),
    ),
    method: Type.Optional(Type.String({ maxLength: 40, description: 'The method, such as POST.' })),
    path: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'A path, such as /get; its template, /status/{codes}; or a prefix followed by *, /anything*. Paths of the API may omit /api/v3, such as /authorizations*.',
      }),
    ),
    header: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'The name of a header that the request has, or name and value, such as `X-Client: one`. A value may end with *.',
      }),
    ),
    bin: Type.Optional(
      Type.String({ maxLength: 64, description: 'The bin of a request to the testing service.' }),
    ),
    login: Type.Optional(Type.String({ maxLength: 100, description: 'Login of the calling user.' })),
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Client ID of the calling application, or of the token.' }),
    ),
    user_agent: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the User-Agent header.' })),
  },
  { additionalProperties: false },
);

/** The effect of a rule. */
export const FaultEffect = Type.Object(
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

/** A fault rule: the calls it applies to, its effect, and its count. */
export const FaultRule = Type.Object(
  {
    match: Type.Optional(FaultMatch),
    effect: Type.Optional(FaultEffect),
    do: Type.Optional(
      Type.Object(FaultEffect.properties, { additionalProperties: false, description: 'Alias of `effect`.' }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'Number of calls that the rule applies to; 0 applies it to every call. The default is 1.',
      }),
    ),
    probability: Share('The share of matching calls that the rule applies to, from 0 to 1.'),
    toxicity: Share('The share of connections whose calls the rule applies to, from 0 to 1.'),
  },
  { additionalProperties: false },
);

export type FaultMatch = Static<typeof FaultMatch>;
export type FaultEffect = Static<typeof FaultEffect>;
export type FaultRule = Static<typeof FaultRule>;

/** A fault rule that is in effect. */
export interface Fault extends Required<FaultRule> {
  readonly id: number;
  /** Number of calls that the rule was applied to. */
  readonly applied: number;
  /** Alias of `applied`. */
  readonly met: number;
  /** Number of calls that the rule still applies to; null without a limit. */
  readonly remaining: number | null;
}

/** The effect of a rule, by either name. A rule without one has no effect. */
export function effectOf({ effect, do: alias }: Pick<FaultRule, 'effect' | 'do'>): FaultEffect {
  return effect ?? alias ?? {};
}

export function serviceOf({ match }: Pick<FaultRule, 'match'>): FaultService {
  return match?.service ?? 'authorizations';
}

/** Whether an effect needs the response, and not only the call. */
export function isResponseEffect({ fault, dribble, delay }: FaultEffect): boolean {
  return fault !== undefined || dribble !== undefined || typeof delay === 'string';
}

/**
 * Whether a rule applies before authentication, to requests and responses of any service. Others apply to calls of the
 * API, some of them after authentication.
 */
export function isResponseRule(rule: FaultRule): boolean {
  return serviceOf(rule) !== 'authorizations' || isResponseEffect(effectOf(rule));
}
