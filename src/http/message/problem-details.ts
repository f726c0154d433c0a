import { type Static, type TProperties, Type } from 'typebox';
import type { HttpError } from '../errors/errors.ts';
import { reasonPhrase } from '../syntax/reason-phrases.ts';

const span = {
  start: Type.Optional(
    Type.Integer({ description: 'The index of the first character that is invalid, in a text.' }),
  ),
  end: Type.Optional(Type.Integer({ description: 'The index after the last character that is invalid.' })),
};

/** The problems of input, of which each has the place, and a clause that follows its name. */
export const problemList = (places: TProperties) =>
  Type.Optional(Type.Array(Type.Object({ ...places, message: Type.String(), ...span })));

export const pointer = Type.String({
  description: 'The member of a JSON body, as a JSON Pointer (RFC 6901).',
});

/** The members that all problem details have. */
export const commonMembers = {
  type: Type.Literal('about:blank'),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
};

/** An error for programs (RFC 9457). */
export const ProblemDetails = Type.Object(
  {
    ...commonMembers,
    problems: problemList({ pointer }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: Type.String({ description: '`path`, `query`, `header` or `body`' }),
          name: Type.String(),
          keyword: Type.String({ description: 'The JSON Schema keyword that failed.' }),
          message: Type.String(),
        }),
      ),
    ),
  },
  { title: 'ProblemDetails', description: 'An error (RFC 9457).' },
);

export type ProblemDetails = Static<typeof ProblemDetails>;

export function toCommonMembers(status: number, detail: string) {
  return { type: 'about:blank', title: reasonPhrase(status), status, detail } as const;
}

export function toProblemDetails({ status, message, problems, members }: HttpError): ProblemDetails {
  return {
    ...toCommonMembers(status, message),
    ...(problems.length > 0 && { errors: [...problems] }),
    ...members,
  };
}
