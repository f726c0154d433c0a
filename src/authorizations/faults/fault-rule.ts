import { type Static, Type } from 'typebox';

const Switch = (description: string) => Type.Optional(Type.Literal(true, { description }));

/** Which calls a fault is for; every member that is given must fit. */
export const FaultMatch = Type.Object(
  {
    method: Type.Optional(Type.String({ maxLength: 40, description: 'The method, such as POST.' })),
    path: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'A path below /api/v3, such as /authorizations/42, its template, /authorizations/{authorization_id}, or the beginning of paths and a star, /authorizations*.',
      }),
    ),
    login: Type.Optional(Type.String({ maxLength: 100, description: 'The user who calls.' })),
    client_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The application that calls, or whose token is used.' }),
    ),
    user_agent: Type.Optional(
      Type.String({ maxLength: 500, description: 'A part of the User-Agent field.' }),
    ),
  },
  { additionalProperties: false },
);

/** What happens then: one of them. */
export const FaultEffect = Type.Object(
  {
    delay: Type.Optional(
      Type.Number({ minimum: 0, description: 'Holds the answer back for so many seconds, then goes on.' }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 400, maximum: 599, description: 'Answers with this status.' }),
    ),
    message: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Beside `status`: what the answer says.' }),
    ),
    retry_after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Beside `status`: the seconds of Retry-After.',
      }),
    ),
    drop: Switch('Cuts the connection without an answer.'),
    rate_limit: Switch('Answers 403, as if nothing were left of the rate limit.'),
    suspended: Switch('Answers 403, as if the user who calls were suspended.'),
    lockout: Switch('Answers 403, as if there had been too many sign-ins with a wrong password.'),
  },
  { additionalProperties: false },
);

/** Trouble to make: for which calls, what, and how often. */
export const FaultRule = Type.Object(
  {
    match: Type.Optional(FaultMatch),
    do: FaultEffect,
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'How many calls it is for; 0 is every call. One, where it is left out.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type FaultMatch = Static<typeof FaultMatch>;
export type FaultEffect = Static<typeof FaultEffect>;
export type FaultRule = Static<typeof FaultRule>;

/** What is wrong with an effect that its schema lets pass; undefined when nothing is. */
export function problemOfEffect(effect: FaultEffect): string | undefined {
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
