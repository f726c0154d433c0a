import type { Runtime } from '#runtime.ts';

// Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, 30 seconds and six digits, which all apps support.

/** A new secret in base32: 160 bits, as RFC 4226 section 4 recommends. */
export async function createTotpSecret(runtime: Pick<Runtime, 'bytes'>): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ buffer: Uint8Array.from(runtime.bytes(20)).buffer }).base32;
}

/** The URI that an authenticator app reads from a QR code. */
export async function formatTotpUri(secret: string, login: string): Promise<string> {
  const { TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Sparring', label: login, secret }).toString();
}

/** The code that an app shows. */
export async function createTotpCode(secret: string, now: number): Promise<string> {
  return (await openGenerator(secret)).generate({ timestamp: now });
}

/** The time step of a code: the current step, the previous or the next one, because clocks differ and users are slow. */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const offset = (await openGenerator(secret)).validate({ token: code, timestamp: now, window: 1 });
  return offset === null ? undefined : Math.floor(now / PERIOD) + offset;
}

/** When an app shows the next code. */
export function endOfStep(now: number): number {
  return (Math.floor(now / PERIOD) + 1) * PERIOD;
}

const PERIOD = 30_000;

async function openGenerator(secret: string) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD / 1000,
  });
}
