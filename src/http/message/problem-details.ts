import { type Static, type TProperties, Type } from 'typebox';
import type { HttpError } from '../errors/errors.ts';
import { reasonPhrase } from '../transport/node-http.ts';

const span = {
  start: Type.Optional(
    Type.Integer({ description: 'The index of the first character that is invalid, in a text.' }),
  ),
  end: Type.Optional(Type.Integer({ description: 'The index after the last character that is invalid.' })),
};

/** The problems of input, of which each has the place, and a clause that follows its name. */
const problems = (places: TProperties) =>
  Type.Optional(Type.Array(Type.Object({ ...places, message: Type.String(), ...span })));

const pointer = Type.String({ description: 'The member of a JSON body, as a JSON Pointer (RFC 6901).' });

const members = {
  type: Type.Literal('about:blank'),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
};

/** An error of the control API, all of whose problems have one form. */
export const ControlProblem = Type.Object(
  {
    ...members,
    problems: problems({
      pointer: Type.Optional(pointer),
      parameter: Type.Optional(Type.String({ description: 'The parameter of the path or of the query.' })),
    }),
  },
  { title: 'Problem', description: 'An error (RFC 9457).' },
);

/** An error for programs (RFC 9457). */
export const ProblemDetails = Type.Object(
  {
    ...members,
    problems: problems({ pointer }),
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

/** The error of the control API. */
export function toControlProblem({ status, message, problems, members }: HttpError) {
  return {
    ...toMembers(status, message),
    ...(problems.length > 0 && {
      problems: problems.map(({ name, message: text, start, end }) => ({
        parameter: name,
        message: text,
        ...(start !== undefined && { start, end }),
      })),
    }),
    ...members,
  };
}

function toMembers(status: number, detail: string) {
  return { type: 'about:blank', title: reasonPhrase(status), status, detail } as const;
}

export function toProblemDetails({ status, message, problems, members }: HttpError): ProblemDetails {
  return {
    ...toMembers(status, message),
    ...(problems.length > 0 && { errors: [...problems] }),
    ...members,
  };
}
