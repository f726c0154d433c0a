import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deriveArgon2id, deriveInWasm } from './argon2.ts';

describe('an argon2id hash', () => {
  const cases = [
    ['x', { memory: 8, passes: 1, parallelism: 1, tagLength: 32, salt: Buffer.alloc(16, 1) }],
    // A composed letter, and a decomposed one.
    ['p\xe4ss', { memory: 64, passes: 3, parallelism: 2, tagLength: 16, salt: Buffer.alloc(8, 2) }],
    [
      'pa\u0308ss',
      { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32, salt: Buffer.alloc(16, 3) },
    ],
  ] as const;

  it('is the same with and without node:crypto', async () => {
    for (const [password, derivation] of cases)
      assert.deepEqual(await deriveInWasm(password, derivation), await deriveArgon2id(password, derivation));
  });

  it('is that of the reference implementation', async () => {
    const derivation = {
      memory: 16,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
      salt: Buffer.from('somesaltsomesalt'),
    };
    const tag = 'pm+uKE/6IotOs81ivOeuWaCsZgsqVT+PQyU9P3r3XBI=';
    assert.equal((await deriveInWasm('password', derivation)).toString('base64'), tag);
  });

  it('of an empty password is that of no password', async () => {
    const derivation = { memory: 8, passes: 1, parallelism: 1, tagLength: 32, salt: Buffer.alloc(16) };
    const tag = await deriveInWasm('', derivation);
    assert.equal(tag.length, 32);
    assert.notDeepEqual(tag, await deriveInWasm('-', derivation));
  });
});
