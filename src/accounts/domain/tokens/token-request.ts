import { type Static, Type } from 'typebox';
import { isStorable, type NewAuthorization } from '../../store/index.ts';
import { type FieldError, fieldError, validationFailed } from '../errors/errors.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import { orNull } from '../resources/response-schemas.ts';
import { normaliseScopes, unknownScopes } from './scopes.ts';

export const MAX_FINGERPRINT_LENGTH = 1000;

/** The members of a request for a new token. */
export const tokenMembers = {
  scopes: Type.Optional(
    orNull(Type.Array(Type.String()), {
      description: 'A list of scopes that this authorization is in.',
    }),
  ),
  note: Type.Optional(
    Type.String({ maxLength: 1000, description: 'A note to remind you what the OAuth token is for.' }),
  ),
  note_url: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'A URL to remind you what app the OAuth token is for.',
    }),
  ),
  fingerprint: Type.Optional(
    Type.String({
      maxLength: MAX_FINGERPRINT_LENGTH,
      description:
        'A unique string to distinguish an authorization from others of the same client ID and user.',
    }),
  ),
};

const TokenRequest = Type.Object(tokenMembers);
type TokenRequest = Static<typeof TokenRequest>;

export const clientIdMember = Type.String({ maxLength: 20, description: 'The OAuth app client key.' });

export const clientSecretMember = Type.String({ maxLength: 40, description: 'The OAuth app client secret.' });

export type RequestedToken = Pick<NewAuthorization, 'scopes' | 'note' | 'noteUrl' | 'fingerprint'>;

/** @throws ApiError 422 for unknown scopes and for text that databases cannot store. */
export function parseRequestedToken(
  body: TokenRequest,
  release: Pick<ReleaseProfile, 'unknownScopes'>,
): RequestedToken {
  const { scopes, note, note_url: noteUrl, fingerprint } = body;
  const errors = [...textErrors(body), ...scopeErrors(scopes ?? [], release)];
  if (errors.length > 0) throw validationFailed(errors);
  return {
    scopes: normaliseScopes(scopes ?? []),
    note: note ?? null,
    noteUrl: noteUrl ?? null,
    // Compat: an empty fingerprint is none; examples in the documentation send it.
    fingerprint: fingerprint || null,
  };
}

/** Errors for text that databases cannot store. */
export function textErrors({ note, note_url, fingerprint }: TokenRequest): FieldError[] {
  return Object.entries({ note, note_url, fingerprint })
    .filter(([, text]) => text !== undefined && !isStorable(text))
    .map(([field]) => fieldError(field, 'invalid'));
}

/** Errors for unknown scopes. */
export function scopeErrors(
  scopes: readonly string[],
  release: Pick<ReleaseProfile, 'unknownScopes'>,
): FieldError[] {
  if (scopes.length > MAX_SCOPES) return [fieldError('scopes', 'invalid')];
  const unknown = unknownScopes(scopes, release.unknownScopes);
  if (unknown.length === 0) return [];
  const message = `scopes are invalid: ${unknown.join(',').toWellFormed()}`;
  return [fieldError('scopes', 'custom', { message })];
}

/** More than exist. Without the limit, a list of a megabyte would block the event loop. */
const MAX_SCOPES = 1000;
