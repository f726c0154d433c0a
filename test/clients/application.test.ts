import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { octokitRb, perform, rest16 } from './scripts.ts';
import { serveClients } from './server.ts';

const token = Type.Object({ id: Type.Number(), token: Type.String() });
const outcome = Type.Object({
  made: token,
  checked: Type.Object({ id: Type.Number(), token: Type.String(), login: Type.String() }),
  renewed: token,
  /**
   * The old token is checked; the new one is revoked and checked; the grant is revoked, and another of its tokens is
   * checked.
   */
  found: Type.Array(Type.Boolean()),
  /** The owner of each token at the end. */
  after: Type.Array(Type.String()),
});

describe('acceptance 5: an application checks, resets and revokes tokens, and its grant', {
  concurrency: 4,
}, () => {
  for (const { name, script, task } of [
    { name: '@octokit/rest 16, the token in the path', script: rest16, task: 'token-in-path' },
    { name: '@octokit/rest 16, the token in the body', script: rest16, task: 'token-in-body' },
    { name: 'ruby-octokit, the token in the path', script: octokitRb, task: 'token-in-path' },
    { name: 'ruby-octokit, the token in the body', script: octokitRb, task: 'token-in-body' },
  ]) {
    it(name, async (t) => {
      const server = await serveClients(t);
      const done = await perform(t, server, script, { name: task, outcome });
      if (!done) return;
      const { made, checked, renewed } = done;

      assert.deepEqual(checked, { ...made, login: server.user.login });
      assert.equal(renewed.id, made.id);
      assert.notEqual(renewed.token, made.token);
      assert.deepEqual(done.found, [false, true, false, true, false]);
      assert.deepEqual(done.after, Array(4).fill('401 Bad credentials'));
      const ofApplication = server.calls.filter((call) => call.includes('/applications/'));
      assert.deepEqual(ofApplication, task === 'token-in-path' ? callsWithPath : callsWithBody);
    });
  }
});

const callsWithPath = [
  'GET /applications/{client_id}/tokens/{access_token} 200',
  'POST /applications/{client_id}/tokens/{access_token} 200',
  'GET /applications/{client_id}/tokens/{access_token} 404',
  'DELETE /applications/{client_id}/tokens/{access_token} 204',
  'GET /applications/{client_id}/tokens/{access_token} 404',
  'DELETE /applications/{client_id}/grants/{access_token} 204',
  'GET /applications/{client_id}/tokens/{access_token} 404',
];

const callsWithBody = [
  'POST /applications/{client_id}/token 200',
  'PATCH /applications/{client_id}/token 200',
  'POST /applications/{client_id}/token 404',
  'DELETE /applications/{client_id}/token 204',
  'POST /applications/{client_id}/token 404',
  'DELETE /applications/{client_id}/grant 204',
  'POST /applications/{client_id}/token 404',
];
