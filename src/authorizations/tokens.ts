import { hash, timingSafeEqual } from 'node:crypto';
import type { Runtime } from '../runtime.ts';

/** A new token: 160 random bits as forty lower-case hexadecimal characters. */
export const createToken = (runtime: Runtime): string => runtime.bytes(20).toString('hex');

export const createClientId = (runtime: Runtime): string => runtime.bytes(10).toString('hex');

export const createClientSecret = (runtime: Runtime): string => runtime.bytes(20).toString('hex');

/** What is kept of a token or client secret: SHA-256 in lower-case hexadecimal. They are too random to need a slow hash. */
export const toDigest = (secret: string): string => hash('sha256', secret, 'hex');

export const toLastEight = (token: string): string => token.slice(-8);

/** Compares without telling by its time how much was right. */
export function isOfDigest(secret: string, digest: string): boolean {
  const [given, wanted] = [Buffer.from(toDigest(secret)), Buffer.from(digest)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
