import type { Runtime } from '../../runtime.ts';

/** A new secret for an authenticator app, in base32: 160 bits, as RFC 4226 §4 recommends. */
export async function createAppSecret(runtime: Runtime): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ buffer: Uint8Array.from(runtime.bytes(20)).buffer }).base32;
}

/** What an authenticator app reads from a QR code. */
export async function toAppUri(secret: string, login: string): Promise<string> {
  const { TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Sparring', label: login, secret }).toString();
}
