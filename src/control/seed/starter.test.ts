import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPasswords } from '#accounts/domain/sign-in/passwords.ts';
import { computeDigest } from '#accounts/domain/tokens/tokens.ts';
import { openStore } from '#accounts/storage/open.ts';
import { createRuntime } from '#runtime.ts';
import { createStarter } from './starter.ts';

it('an empty store gets one user and one application, whose secrets are returned once and stored as digests', async (t) => {
  const store = await openStore('memory');
  t.after(() => store.close());
  const runtime = createRuntime();
  const starter = await createStarter(store, runtime, 'test');
  assert.ok(starter);
  assert.match(starter.password, /^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
  assert.match(starter.clientId, /^[0-9a-f]{20}$/);
  assert.match(starter.clientSecret, /^[0-9a-f]{40}$/);

  const user = await store.users.byLogin(starter.login);
  assert.ok(await createPasswords(runtime, 'test').verify(starter.password, user?.passwordHash));
  const application = await store.applications.byClientId(starter.clientId);
  assert.deepEqual(
    [application?.secretDigest, application?.ownerId],
    [computeDigest(starter.clientSecret), user?.id],
  );

  assert.equal(await createStarter(store, runtime, 'test'), undefined);
  assert.equal((await store.users.list()).length, 1);
});

it('of simultaneous starts on one empty store, one creates the starter', async (t) => {
  const store = await openStore('memory');
  t.after(() => store.close());
  const made = await Promise.all([1, 2, 3].map(() => createStarter(store, createRuntime(), 'test')));
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal((await store.applications.list()).length, 1);
});
