import { Type } from 'typebox';

/** What a page with a list may be asked for. */
export const listQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, clamp: true, description: 'Which page.' }),
  notice: Type.Optional(Type.String({ description: 'A word for what was just done.' })),
};
