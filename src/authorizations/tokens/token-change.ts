import { type Static, Type } from 'typebox';
import { type FieldError, fieldError, validationFailed } from '../answers/errors.ts';
import type { Era } from '../eras/era.ts';
import type { Authorization, AuthorizationChange } from '../store.ts';
import { normaliseScopes } from './scopes.ts';
import { scopeErrors, textErrors, tokenMembers } from './token-request.ts';

/** What may be asked to change of a token. Compat: what is not named here is passed over. */
export const TokenChange = Type.Object({
  ...tokenMembers,
  add_scopes: Type.Optional(
    Type.Array(Type.String(), { description: 'A list of scopes to add to this authorization.' }),
  ),
  remove_scopes: Type.Optional(
    Type.Array(Type.String(), { description: 'A list of scopes to remove from this authorization.' }),
  ),
});
type TokenChange = Static<typeof TokenChange>;

/**
 * The change that a body asks for, of the token as it will be found.
 * @throws Refusal 422 when it cannot be asked for, now or once the token is seen.
 */
export function toTokenChange(
  body: TokenChange,
  era: Pick<Era, 'unknownScopes' | 'isNoteRequired'>,
): (current: Authorization) => AuthorizationChange {
  const { scopes, add_scopes: added, remove_scopes: removed, note, note_url: noteUrl, fingerprint } = body;
  const errors = [
    ...listErrors(body),
    ...scopeErrors([...(scopes ?? []), ...(added ?? [])], era),
    ...textErrors(body),
  ];
  if (errors.length > 0) throw validationFailed(errors);

  return (current) => {
    if (era.isNoteRequired && note === '' && !current.application)
      throw validationFailed([fieldError('note', 'missing_field')]);
    return {
      ...(scopes && { scopes: normaliseScopes(scopes) }),
      ...(added && { scopes: normaliseScopes([...current.scopes, ...added]) }),
      // What is not there, a scope of old or one that is implied, need not be taken away.
      ...(removed && { scopes: current.scopes.filter((scope) => !removed.includes(scope)) }),
      ...(note !== undefined && { note }),
      ...(noteUrl !== undefined && { noteUrl }),
      ...(fingerprint !== undefined && { fingerprint: fingerprint || null }),
    };
  };
}

/** There is one way at a time to say which scopes it shall be. */
function listErrors({ scopes, add_scopes, remove_scopes }: TokenChange): FieldError[] {
  const given = [scopes, add_scopes, remove_scopes].filter((list) => list !== undefined && list !== null);
  if (given.length < 2) return [];
  const message = 'only one of scopes, add_scopes and remove_scopes can be given';
  return [fieldError('scopes', 'custom', { message })];
}
