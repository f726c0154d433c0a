import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Runtime } from '#runtime.ts';
import type { NewToken } from '../../store/index.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';

/** A personal access token, or a token of an application. */
export type TokenKind = 'personal' | 'application';

export interface TokenMaker {
  readonly runtime: Runtime;
  readonly release: Pick<ReleaseProfile, 'tokenFormat'>;
}

/** A new token of forty characters: 160 random bits in hexadecimal, or a prefix, random characters and a checksum. */
export function createToken({ runtime, release }: TokenMaker, kind: TokenKind): string {
  if (release.tokenFormat === 'hexadecimal') return runtime.bytes(20).toString('hex');
  const random = Array.from({ length: 30 }, () => BASE62.charAt(runtime.integer(62))).join('');
  return `${PREFIXES[kind]}${random}${computeChecksum(random)}`;
}

/** Whether a text has the format of a token, of any release. */
export function isTokenText(text: string): boolean {
  return TOKEN_TEXT.test(text);
}

const TOKEN_TEXT = /^(?:[\da-f]{40}|gh[op]_[\dA-Za-z]{36})$/;

/** The checksum of a token with a prefix: CRC-32 of its random characters, in six digits in base 62. */
export function computeChecksum(random: string): string {
  let digits = '';
  for (let rest = crc32(random); rest > 0; rest = Math.floor(rest / 62))
    digits = BASE62.charAt(rest % 62) + digits;
  return digits.padStart(6, '0');
}

export const createClientId = (runtime: Runtime): string => runtime.bytes(10).toString('hex');

export const createClientSecret = (runtime: Runtime): string => runtime.bytes(20).toString('hex');

/** The stored digest of a token or client secret: SHA-256 in hexadecimal. Random secrets need no slow hash. */
export const computeDigest = (secret: string): string => hash('sha256', secret, 'hex');

export const selectLastEight = (token: string): string => token.slice(-8);

/** The stored members of a new token. */
export const buildNewToken = (token: string): NewToken => ({
  hashedToken: computeDigest(token),
  tokenLastEight: selectLastEight(token),
});

/** Compares in constant time. */
export function isOfDigest(secret: string, digest: string): boolean {
  const [input, wanted] = [Buffer.from(computeDigest(secret)), Buffer.from(digest)];
  return input.length === wanted.length && timingSafeEqual(input, wanted);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIXES: Readonly<Record<TokenKind, string>> = { personal: 'ghp_', application: 'gho_' };
