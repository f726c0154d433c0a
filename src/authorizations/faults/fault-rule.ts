import { type Static, Type } from 'typebox';

const Switch = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** The calls that a rule applies to. Every given member must match. */
export const FaultMatch = Type.Object(
  {
    method: Type.Optional(Type.String({ maxLength: 40, description: 'The method, such as POST.' })),
    path: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'A path below /api/v3, such as /authorizations/42, its template, /authorizations/{authorization_id}, or a prefix followed by *, /authorizations*.',
      }),
    ),
    login: Type.Optional(Type.String({ maxLength: 100, description: 'Login of the calling user.' })),
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Client ID of the calling application, or of the token.' }),
    ),
    user_agent: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the User-Agent header.' })),
  },
  { additionalProperties: false },
);

/** The effect of a rule: one of the members. */
export const FaultEffect = Type.Object(
  {
    delay: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Delays the response by this number of seconds, then continues.',
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
    rate_limit: Switch('Responds with 403, as if the rate limit were exceeded.'),
    suspended: Switch('Responds with 403, as if the calling user were suspended.'),
    lockout: Switch('Responds with 403, as if the login were locked after too many failed sign-ins.'),
  },
  { additionalProperties: false },
);

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
  },
  { additionalProperties: false },
);

export type FaultMatch = Static<typeof FaultMatch>;
export type FaultEffect = Static<typeof FaultEffect>;
export type FaultRule = Static<typeof FaultRule>;

/** The effect of a rule, by either name. A rule without one has no effect. */
export function effectOf({ effect, do: alias }: Pick<FaultRule, 'effect' | 'do'>): FaultEffect {
  return effect ?? alias ?? {};
}

/** The problem of the effect of a rule that matches its schema, as a clause that begins with the member. */
export function problemOfRule(rule: FaultRule): string | undefined {
  if (rule.effect && rule.do) return 'do is an alias of effect; give one of them';
  if (!rule.effect && !rule.do) return 'effect is missing';
  const problem = problemOfEffect(effectOf(rule));
  return problem && `${rule.effect ? 'effect' : 'do'} ${problem}`;
}

/** The problem of an effect that matches its schema; undefined for a valid effect. */
function problemOfEffect(effect: FaultEffect): string | undefined {
  const { message, retry_after: retryAfter, ...kinds } = effect;
  const names = Object.keys(kinds);
  if (names.length === 1) {
    const isBesides = message !== undefined || retryAfter !== undefined;
    return isBesides && kinds.status === undefined
      ? 'message and retry_after belong beside status'
      : undefined;
  }
  const all = Object.keys(FaultEffect.properties).filter((name) => !/^(?:message|retry_after)$/.test(name));
  return names.length === 0
    ? `must have one of ${all.join(', ')}`
    : `must have one of ${names.join(' and ')}, not ${names.length}`;
}
