import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { octokitRb, perform, pyGithub, rest16, rest17 } from './scripts.ts';
import { secondFactors, serveClients } from './server.ts';

const concurrency = 4;

describe('acceptance 2: a call that only reads sends no text message', { concurrency }, () => {
  const outcome = Type.Object({ status: Type.Number(), delivery: Type.Optional(Type.String()) });

  for (const { name, script, delivery, calls } of [
    // The client reads from the error how the code is sent.
    { name: 'ruby-octokit', script: octokitRb, delivery: 'sms', calls: ['GET /authorizations 401'] },
    { name: 'PyGithub', script: pyGithub, calls: ['GET /authorizations 401'] },
    {
      name: '@octokit/rest 16',
      script: rest16,
      calls: ['GET /authorizations 401', 'GET /authorizations 401'],
    },
  ]) {
    it(name, async (t) => {
      const server = await serveClients(t, secondFactors.sms);
      const questions = [{ asks: /code: $/, answer: () => '000000' }];
      const done = await perform(t, server, script, { name: 'read-first', outcome, questions });
      if (!done) return;
      assert.equal(done.status, 401);
      assert.equal(done.delivery, delivery);
      assert.deepEqual(server.calls, calls);
      assert.deepEqual(await server.messages(), []);
    });
  }
});

describe('acceptance 2: a call that writes sends a text message', { concurrency }, () => {
  const outcome = Type.Object({});

  for (const { name, script, task, calls } of [
    {
      name: '@octokit/rest 16 by PUT, whose code is valid for the next calls',
      script: rest16,
      task: 'get-or-create',
      calls: [
        'PUT /authorizations/clients/{client_id} 401',
        'PUT /authorizations/clients/{client_id} 201',
        'PUT /authorizations/clients/{client_id} 200',
        'PUT /authorizations/clients/{client_id}/{fingerprint} 201',
        'PUT /authorizations/clients/{client_id} 200',
      ],
    },
    {
      name: '@octokit/auth-basic by an empty PATCH',
      script: rest17,
      task: 'basic',
      calls: ['PATCH /authorizations 401', 'PATCH /authorizations 404'],
    },
    {
      name: '@octokit/auth-basic by an empty PATCH before a call that only reads',
      script: rest17,
      task: 'list',
      calls: ['GET /authorizations 401', 'PATCH /authorizations 401', 'GET /authorizations 200'],
    },
  ]) {
    it(name, async (t) => {
      const server = await serveClients(t, secondFactors.sms);
      const done = await perform(t, server, script, { name: task, outcome });
      if (!done) return;
      assert.deepEqual(server.calls, calls);
      assert.equal((await server.messages()).length, 1);
    });
  }
});
