import { type Static, Type } from 'typebox';
import type { Authorization, AuthorizationChange } from '../../store/index.ts';
import { type FieldError, fieldError, validationFailed } from '../errors/errors.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import { normaliseScopes } from './scopes.ts';
import { scopeErrors, textErrors, tokenMembers } from './token-request.ts';

/** The change of a token. Compat: unknown members are ignored. */
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
 * The change that a body requests, as a function of the current token.
 * @throws ApiError 422 for an invalid change, at once or when it is applied to the token.
 */
export function buildTokenChange(
  body: TokenChange,
  release: Pick<ReleaseProfile, 'unknownScopes' | 'isNoteRequired'>,
): (current: Authorization) => AuthorizationChange {
  const { scopes, add_scopes: added, remove_scopes: removed, note, note_url: noteUrl, fingerprint } = body;
  const errors = [
    ...listErrors(body),
    ...scopeErrors([...(scopes ?? []), ...(added ?? [])], release),
    ...textErrors(body),
  ];
  if (errors.length > 0) throw validationFailed(errors);

  return (current) => {
    if (release.isNoteRequired && note === '' && !current.application)
      throw validationFailed([fieldError('note', 'missing_field')]);
    return {
      ...(scopes && { scopes: normaliseScopes(scopes) }),
      ...(added && { scopes: normaliseScopes([...current.scopes, ...added]) }),
      // Scopes that the token does not have are ignored.
      ...(removed && { scopes: current.scopes.filter((scope) => !removed.includes(scope)) }),
      ...(note !== undefined && { note }),
      ...(noteUrl !== undefined && { noteUrl }),
      ...(fingerprint !== undefined && { fingerprint: fingerprint || null }),
    };
  };
}

/** Only one of the three lists may be given. */
function listErrors({ scopes, add_scopes, remove_scopes }: TokenChange): FieldError[] {
  const input = [scopes, add_scopes, remove_scopes].filter((list) => list !== undefined && list !== null);
  if (input.length < 2) return [];
  const message = 'only one of scopes, add_scopes and remove_scopes can be given';
  return [fieldError('scopes', 'custom', { message })];
}
