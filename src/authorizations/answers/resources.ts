import { type Static, Type } from 'typebox';
import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationContext } from '../context.ts';
import type { Era } from '../eras/era.ts';
import type { Authorization as AuthorizationRecord, Grant as GrantRecord } from '../store.ts';
import { ScopedInstallation } from '../tokens/scoped-installation.ts';
import type { Address } from './addresses.ts';
import { impersonationUrl } from './documentation.ts';
import { orNull } from './or-null.ts';
import { SimpleUser } from './simple-user.ts';

/** The registered application, or what stands for one with a personal access token. */
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
    token: Type.String({ description: 'In clear when it was just made; empty ever after.' }),
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
        description: 'From this moment on the token is worth nothing. Earlier releases do not tell it.',
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

/** Where a record is shown, and in the manner of which release. */
export interface Showing {
  readonly address: Address;
  readonly era: Pick<Era, 'hasExpiry' | 'personalTokenUrl'>;
}

/** As the client that calls shall see records. */
export function toShowing(
  { addresses, era }: Pick<AuthorizationContext, 'addresses' | 'era'>,
  exchange: Exchange,
): Showing {
  return { address: addresses.of(exchange), era };
}

/** @param token in clear, where this answer is the one that shows it */
export function toAuthorization(
  { address: { api }, era }: Showing,
  record: AuthorizationRecord,
  token = '',
): Static<typeof Authorization> {
  return {
    id: record.id,
    url: `${api}/authorizations/${record.id}`,
    app: toApp(era, record),
    token,
    hashed_token: record.hashedToken,
    token_last_eight: record.tokenLastEight,
    note: record.note,
    note_url: record.noteUrl,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    scopes: record.scopes,
    fingerprint: record.fingerprint,
    ...(era.hasExpiry && { expires_at: record.expiresAt }),
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

/** Compat: a personal access token has an application that is made of its note, with twenty zeros for a client id. */
function toApp(
  era: Showing['era'],
  { application, origin, note, noteUrl }: AuthorizationRecord,
): Static<typeof App> {
  if (origin === 'impersonation') return IMPERSONATION;
  if (application) return { name: application.name, url: application.url, client_id: application.clientId };
  return { name: note || 'GitHub API', url: noteUrl || era.personalTokenUrl, client_id: '0'.repeat(20) };
}

/** Compat: the application that a site administrator's tokens in another's name belong to, as recorded. */
export const IMPERSONATION: Static<typeof App> = {
  name: 'GitHub Site Administrator',
  url: impersonationUrl,
  client_id: '5b72db47446c8e5a7232',
};
