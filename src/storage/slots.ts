import { hash } from 'node:crypto';
import type { NewAuthorization } from '../authorizations/store.ts';

/**
 * What only one token of a user may hold: an application's token its application and fingerprint, a personal one its
 * note and fingerprint, an impersonation token nothing else. A digest, so that it fits an index whatever the length.
 * Null never collides.
 */
export function toSlot(
  token: Pick<NewAuthorization, 'applicationId' | 'origin' | 'note' | 'fingerprint'>,
): string | null {
  if (token.origin === 'flow') return null;
  if (token.origin === 'impersonation') return digest(['impersonation']);
  if (token.applicationId !== null) return digest(['application', token.applicationId, token.fingerprint]);
  if (token.note !== null) return digest(['note', token.note, token.fingerprint]);
  return null;
}

function digest(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
