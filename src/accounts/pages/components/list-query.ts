import { Type } from 'typebox';

/** The query parameters of a page with a list. */
export const listQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
    clamp: true,
    description: 'Number of the page of the list.',
  }),
  notice: Type.Optional(Type.String({ description: 'Key of a notice about a completed action.' })),
};

/** Rows per page of a list. */
export const PAGE_SIZE = 30;
