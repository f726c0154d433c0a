import { Type } from 'typebox';

/** How many redirects are left. Above the maximum it could not be told from its neighbours. */
export const RedirectCount = Type.Integer({
  description: 'How many redirects it takes to arrive at `/get`.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
});
