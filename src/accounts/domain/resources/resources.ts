import { type Static, Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import type { Authorization as AuthorizationRecord, Grant as GrantRecord } from '../../store/index.ts';
import { impersonationUrl } from '../errors/documentation.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import type { Address, Addresses } from '../request/addresses.ts';
import { orNull } from './response-schemas.ts';
import { ScopedInstallation } from './scoped-installation.ts';
import { SimpleUser } from './simple-user.ts';

/** The registered application, or the substitute for one of a personal access token. */
export const App = Type.Object({
  name: Type.String(),
  url: Type.String({ description: 'A URL, but any text that was registered.' }),
  client_id: Type.String(),
});

export const Authorization = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String({ format: 'uri' }),
    app: App,
    token: Type.String({ description: 'The token in the response that creates it; empty afterwards.' }),
    hashed_token: orNull(Type.String(), {
      description: 'SHA-256 of the token in hexadecimal.',
    }),
    token_last_eight: orNull(Type.String()),
    note: orNull(Type.String()),
    note_url: orNull(Type.String({ description: 'A URL, but any text is accepted.' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    scopes: orNull(Type.Array(Type.String()), {
      description: 'A list of scopes that this authorization is in.',
    }),
    fingerprint: orNull(Type.String(), {
      description: 'Distinguishes authorizations of the same client and user.',
    }),
    expires_at: Type.Optional(
      orNull(Type.String({ format: 'date-time' }), {
        description: 'Time at which the token expires. Earlier releases omit it.',
      }),
    ),
    user: Type.Optional(orNull(SimpleUser)),
    installation: Type.Optional(orNull(ScopedInstallation)),
  },
  {
    title: 'Authorization',
    description: 'The authorization for an OAuth app, an integration app, or a personal access token.',
  },
);

export const Grant = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String({ format: 'uri' }),
    app: App,
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    scopes: Type.Array(Type.String(), { description: 'The scopes granted.' }),
    user: Type.Optional(orNull(SimpleUser)),
  },
  { title: 'Grant', description: 'The authorization associated with an OAuth access.' },
);

/** The origin of the URLs of a record, and the release whose format it has. */
export interface Showing {
  readonly address: Address;
  readonly release: Pick<ReleaseProfile, 'hasExpiry' | 'personalTokenUrl'>;
}

export function buildShowing(
  { addresses, release }: { readonly addresses: Addresses; readonly release: Showing['release'] },
  exchange: Exchange,
): Showing {
  return { address: addresses.of(exchange), release };
}

/** @param token the token itself, only in the response that creates it */
export function toAuthorization(
  { address: { api }, release }: Showing,
  record: AuthorizationRecord,
  token = '',
): Static<typeof Authorization> {
  return {
    id: record.id,
    url: `${api}/authorizations/${record.id}`,
    app: toApp(release, record),
    token,
    hashed_token: record.hashedToken,
    token_last_eight: record.tokenLastEight,
    note: record.note,
    note_url: record.noteUrl,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    scopes: record.scopes,
    fingerprint: record.fingerprint,
    ...(release.hasExpiry && { expires_at: record.expiresAt }),
  };
}

export function toGrant({ api }: Address, record: GrantRecord): Static<typeof Grant> {
  const { name, url, clientId } = record.application;
  return {
    id: record.id,
    url: `${api}/applications/grants/${record.id}`,
    app: { name, url, client_id: clientId },
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    scopes: record.scopes,
  };
}

/** Compat: the application of a personal access token consists of its note and a client ID of twenty zeros. */
function toApp(
  release: Showing['release'],
  { application, origin, note, noteUrl }: AuthorizationRecord,
): Static<typeof App> {
  if (origin === 'impersonation') return IMPERSONATION;
  if (application) return { name: application.name, url: application.url, client_id: application.clientId };
  return { name: note || 'GitHub API', url: noteUrl || release.personalTokenUrl, client_id: '0'.repeat(20) };
}

/** Compat: the recorded application of impersonation tokens. */
export const IMPERSONATION: Static<typeof App> = {
  name: 'GitHub Site Administrator',
  url: impersonationUrl,
  client_id: '5b72db47446c8e5a7232',
};
