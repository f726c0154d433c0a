import { Type } from 'typebox';
import type { HttpError } from '#http/errors/errors.ts';
import { commonMembers, pointer, problemList, toCommonMembers } from '#http/message/problem-details.ts';

/** An error of the control API (RFC 9457), all of whose problems have one form. */
export const ControlProblem = Type.Object(
  {
    ...commonMembers,
    problems: problemList({
      pointer: Type.Optional(pointer),
      parameter: Type.Optional(Type.String({ description: 'The parameter of the path or of the query.' })),
    }),
  },
  { title: 'Problem', description: 'An error (RFC 9457).' },
);

export function toControlProblem({ status, message, problems, members }: HttpError) {
  return {
    ...toCommonMembers(status, message),
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
