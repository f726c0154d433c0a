import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords(createRuntime(), 'test');

test('a password is stored as a PHC string of argon2id with a salt', async () => {
  const one = await passwords.hash('correct-horse-1');
  const other = await passwords.hash('correct-horse-1');
  assert.match(one, /^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, other);
});

test('the standard cost is 19 MiB and two passes', async () => {
  const standard = createPasswords(createRuntime(), 'standard');
  const stored = await standard.hash('x');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await standard.verify('x', stored), true);
});

test('a password is verified with its stored parameters, at any current cost', async () => {
  const stored =
    '$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$pm+uKE/6IotOs81ivOeuWaCsZgsqVT+PQyU9P3r3XBI';
  assert.equal(await passwords.verify('password', stored), true);
  assert.equal(await passwords.verify('Password', stored), false);
});

test('isCurrentCost distinguishes hashes of another cost', async () => {
  const standard = createPasswords(createRuntime(), 'standard');
  const [cheap, costly] = [await passwords.hash('x'), await standard.hash('x')];
  assert.deepEqual([passwords.isCurrentCost(cheap), standard.isCurrentCost(costly)], [true, true]);
  assert.deepEqual([passwords.isCurrentCost(costly), standard.isCurrentCost(cheap)], [false, false]);
  for (const other of [
    cheap.replace('m=8', 'm=9'),
    cheap.replace('t=1', 't=2'),
    cheap.replace('p=1', 'p=2'),
    '',
    '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA',
  ])
    assert.equal(passwords.isCurrentCost(other), false, other);
});

test('an unknown login takes as much time as a wrong password', async () => {
  const standard = createPasswords(createRuntime(), 'standard');
  const stored = await standard.hash('right');
  // Processor time of the whole process: a hash of the standard cost takes tens of milliseconds of it.
  const costOf = async (hash: string | undefined) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = process.cpuUsage();
      await standard.verify('wrong', hash);
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    }
    return times.toSorted((a, b) => a - b)[2] ?? 0;
  };
  const [known, unknown, unreadable] = [await costOf(stored), await costOf(undefined), await costOf('x')];
  assert.ok(known > 5000, `${known} µs`);
  for (const cost of [unknown, unreadable])
    assert.ok(cost > known / 2 && cost < known * 2, `${cost} µs, of a known login ${known} µs`);
});

test('a password can contain text of any language', async () => {
  const stored = await passwords.hash('pässwörd €:😀');
  assert.equal(await passwords.verify('pässwörd €:😀', stored), true);
  assert.equal(await passwords.verify('passwörd €:😀', stored), false);
});

test('no password matches a missing or malformed hash', async () => {
  assert.equal(await passwords.verify('', undefined), false);
  assert.equal(await passwords.verify('', ''), false);
  assert.equal(await passwords.verify('x', 'x'), false);
  assert.equal(
    await passwords.verify('x', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA'),
    false,
  );
});
