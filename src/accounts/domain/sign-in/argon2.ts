// Not by name: Node has the function from 24.7 on, and Deno has none.
import crypto from 'node:crypto';
import { promisify } from 'node:util';

/** What an argon2id hash of a password depends on (RFC 9106). */
export interface Derivation {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  /** In bytes. */
  readonly tagLength: number;
}

/** @returns the tag. Without `node:crypto`, the event loop waits meanwhile. */
export async function deriveArgon2id(password: string, derivation: Derivation): Promise<Buffer> {
  const { argon2 }: { readonly argon2?: (typeof crypto)['argon2'] } = crypto;
  if (argon2 === undefined) return deriveInWasm(password, derivation);
  const { salt, ...parameters } = derivation;
  return promisify(argon2)('argon2id', {
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    ...parameters,
  });
}

/** Derives the same tag with a library. */
export async function deriveInWasm(
  password: string,
  { salt, tagLength, memory, passes, parallelism }: Derivation,
): Promise<Buffer> {
  const { argon2id } = await import('hash-wasm');
  const tag = await argon2id({
    // The library refuses an empty password: the secret makes its tag one that no password has.
    ...(password === '' ? { password: '-', secret: 'empty' } : { password }),
    salt,
    parallelism,
    iterations: passes,
    memorySize: memory,
    hashLength: tagLength,
    outputType: 'binary',
  });
  return Buffer.from(tag);
}
