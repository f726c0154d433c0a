import type { AuthorizationCode, DeviceCode } from '#accounts/store/index.ts';
import {
  boolean,
  counter,
  displayText,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  textList,
  withDefault,
} from './column.ts';
import { column, columns, defineTable } from './table.ts';

const challenge = columns(
  { challenge_method: nullable(oneOf('plain', 'S256')), challenge: nullable(displayText) },
  {
    encode: (value: AuthorizationCode['challenge']) => ({
      challenge_method: value?.method ?? null,
      challenge: nullable(displayText).encode(value?.value ?? null),
    }),
    decode: ({ challenge_method: method, challenge: value }) =>
      method === null || value === null ? null : { method, value },
  },
);

export const authorizationCodes = defineTable<AuthorizationCode>()(
  'authorization_codes',
  {
    digest: column('digest', text),
    applicationId: column('application_id', integer),
    userId: column('user_id', integer),
    redirectUri: column('redirect_uri', nullable(displayText)),
    scopes: column('scopes', textList),
    challenge,
    organizationIds: column('organization_ids', integerList),
    expiresAt: column('expires_at', integer),
  },
  {
    /** When the code was redeemed, whether a token was made of it or not. */
    redeemed_at: nullable(integer),
    /** Whether the code was presented again after that. */
    is_replayed: withDefault(boolean),
    /** The token that was made of the code. */
    authorization_id: nullable(integer),
  },
);

export const deviceCodes = defineTable<DeviceCode>()(
  'device_codes',
  {
    digest: column('digest', text),
    /** In upper case. */
    userCode: column('user_code', text),
    applicationId: column('application_id', integer),
    scopes: column('scopes', textList),
    decision: column('decision', oneOf('pending', 'granted', 'denied')),
    userId: column('user_id', nullable(integer)),
    organizationIds: column('organization_ids', integerList),
    expiresAt: column('expires_at', integer),
    interval: column('poll_interval', counter),
    askedAt: column('asked_at', nullable(integer)),
  },
  {
    /** The network of the client that asked for the code. */
    network: displayText,
  },
);
