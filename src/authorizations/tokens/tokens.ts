import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Runtime } from '../../runtime.ts';
import type { Era } from '../eras/era.ts';
import type { NewToken } from '../store.ts';

/** A user's own token, or one that an application holds for him. */
export type TokenKind = 'personal' | 'application';

export interface TokenMaker {
  readonly runtime: Runtime;
  readonly era: Pick<Era, 'tokenFormat'>;
}

/** A new token of forty characters: 160 random bits in hexadecimal, or where the era has them prefix and checksum. */
export function createToken({ runtime, era }: TokenMaker, kind: TokenKind): string {
  if (era.tokenFormat === 'hexadecimal') return runtime.bytes(20).toString('hex');
  const random = Array.from({ length: 30 }, () => BASE62.charAt(runtime.integer(62))).join('');
  return `${PREFIXES[kind]}${random}${toChecksum(random)}`;
}

/** The end of a token with a prefix: CRC-32 of what stands between the two, in six digits to the base of 62. */
export function toChecksum(random: string): string {
  let digits = '';
  for (let rest = crc32(random); rest > 0; rest = Math.floor(rest / 62))
    digits = BASE62.charAt(rest % 62) + digits;
  return digits.padStart(6, '0');
}

export const createClientId = (runtime: Runtime): string => runtime.bytes(10).toString('hex');

export const createClientSecret = (runtime: Runtime): string => runtime.bytes(20).toString('hex');

/** What is kept of a token or client secret: SHA-256 in lower-case hexadecimal. They are too random to need a slow hash. */
export const toDigest = (secret: string): string => hash('sha256', secret, 'hex');

export const toLastEight = (token: string): string => token.slice(-8);

/** What is kept of a new token. */
export const toNewToken = (token: string): NewToken => ({
  hashedToken: toDigest(token),
  tokenLastEight: toLastEight(token),
});

/** Compares without telling by its time how much was right. */
export function isOfDigest(secret: string, digest: string): boolean {
  const [given, wanted] = [Buffer.from(toDigest(secret)), Buffer.from(digest)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIXES: Readonly<Record<TokenKind, string>> = { personal: 'ghp_', application: 'gho_' };
