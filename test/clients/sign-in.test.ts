import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertToken } from './assert-token.ts';
import { secondFactors, serveClients } from './server.ts';
import { signInClients } from './sign-in-clients.ts';

const concurrency = 4;

describe('acceptance 1: real clients sign in with the password alone', { concurrency }, () => {
  for (const { name, signIn, calls } of signInClients) {
    it(name, async (t) => {
      const server = await serveClients(t);
      const token = await signIn(t, server);
      if (token === undefined) return;
      assert.deepEqual(server.calls, calls);
      await assertToken(server, token);
    });
  }
});

describe('acceptance 2: real clients sign in with a code of an authenticator app', { concurrency }, () => {
  for (const { name, signIn, callsWithCode } of signInClients) {
    it(name, async (t) => {
      const server = await serveClients(t, secondFactors.app);
      const token = await signIn(t, server);
      if (token === undefined) return;
      assert.deepEqual(server.calls, callsWithCode);
      await assertToken(server, token);
    });
  }
});

describe('acceptance 2: real clients sign in with a code sent by text message', { concurrency }, () => {
  for (const { name, signIn, callsWithCode } of signInClients) {
    it(name, async (t) => {
      const server = await serveClients(t, secondFactors.sms);
      const token = await signIn(t, server);
      if (token === undefined) return;
      assert.deepEqual(server.calls, callsWithCode);
      assert.equal((await server.messages()).length, 1);
      await assertToken(server, token);
    });
  }
});
