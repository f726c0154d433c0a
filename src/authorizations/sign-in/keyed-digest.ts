import { hash } from 'node:crypto';

/** HMAC-SHA-256 (RFC 2104) of texts under one key, as a string of one character a byte. */
export type KeyedDigest = (text: string) => string;

/** By Node's one-shot hash: `createHmac` sets up OpenSSL anew for every text, which costs a request far more than both hashes. */
export function createKeyedDigest(key: Uint8Array): KeyedDigest {
  if (key.length > BLOCK) throw new RangeError(`A key is at most ${BLOCK} bytes long`);
  const inner = pad(key, 0x36);
  const outer = Buffer.concat([pad(key, 0x5c), Buffer.alloc(32)]);
  return (text) => {
    outer.write(hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'latin1'), BLOCK, 'latin1');
    return hash('sha256', outer, 'latin1');
  };
}

/** Bytes of a block of SHA-256. */
const BLOCK = 64;

function pad(key: Uint8Array, byte: number): Buffer {
  const block = Buffer.alloc(BLOCK, byte);
  key.forEach((value, index) => {
    block[index] = value ^ byte;
  });
  return block;
}
