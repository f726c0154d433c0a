/** Codes of an authenticator app: RFC 6238 with SHA-1, 30 seconds and six digits, as all of them know it. */
export async function createAppCode(secret: string, now: number): Promise<string> {
  return (await openGenerator(secret)).generate({ timestamp: now });
}

/** The time step whose code this is: the present one, or one before or after, for clocks that are off and slow typists. */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const away = (await openGenerator(secret)).validate({ token: code, timestamp: now, window: 1 });
  return away === null ? undefined : Math.floor(now / PERIOD) + away;
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
