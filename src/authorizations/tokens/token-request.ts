import { type Static, Type } from 'typebox';
import { type FieldError, fieldError, validationFailed } from '../answers/errors.ts';
import { orNull } from '../answers/or-null.ts';
import type { Era } from '../eras/era.ts';
import { isStorable, type NewAuthorization } from '../store.ts';
import { normaliseScopes, unknownScopes } from './scopes.ts';

export const LONGEST_FINGERPRINT = 1000;

/** What both ways of making a token may be asked for. */
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
      maxLength: LONGEST_FINGERPRINT,
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

/** @throws Refusal 422 when there are scopes that are none, or text that no database keeps. */
export function toRequestedToken(body: TokenRequest, era: Pick<Era, 'unknownScopes'>): RequestedToken {
  const { scopes, note, note_url: noteUrl, fingerprint } = body;
  const errors = [...textErrors(body), ...scopeErrors(scopes ?? [], era)];
  if (errors.length > 0) throw validationFailed(errors);
  return {
    scopes: normaliseScopes(scopes ?? []),
    note: note ?? null,
    noteUrl: noteUrl ?? null,
    // Compat: an empty one tells nothing apart, and documentation prints it where there is none.
    fingerprint: fingerprint || null,
  };
}

/** Text that no database keeps. */
export function textErrors({ note, note_url, fingerprint }: TokenRequest): FieldError[] {
  return Object.entries({ note, note_url, fingerprint })
    .filter(([, text]) => text !== undefined && !isStorable(text))
    .map(([field]) => fieldError(field, 'invalid'));
}

/** What is asked for and is no scope, or none yet. */
export function scopeErrors(scopes: readonly string[], era: Pick<Era, 'unknownScopes'>): FieldError[] {
  if (scopes.length > MOST_SCOPES) return [fieldError('scopes', 'invalid')];
  const unknown = unknownScopes(scopes, era.unknownScopes);
  if (unknown.length === 0) return [];
  const message = `scopes are invalid: ${unknown.join(',').toWellFormed()}`;
  return [fieldError('scopes', 'custom', { message })];
}

/** Far more than there are: to look at each of a megabyte of them would keep everybody else waiting. */
const MOST_SCOPES = 1000;
