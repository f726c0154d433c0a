import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { octokitRb, perform, rest16 } from './scripts.ts';
import { serveClients } from './server.ts';

const outcome = Type.Object({
  answers: Type.Array(Type.Object({ status: Type.Number(), id: Type.Number(), token: Type.String() })),
});

describe('acceptance 4: get-or-create twice', { concurrency: 2 }, () => {
  for (const { name, script } of [
    { name: '@octokit/rest 16', script: rest16 },
    { name: 'ruby-octokit', script: octokitRb },
  ]) {
    it(`${name} gets the token with 201, then the same authorization with 200 and no token`, async (t) => {
      const server = await serveClients(t);
      const done = await perform(t, server, script, { name: 'get-or-create', outcome });
      if (!done) return;
      assert.deepEqual(
        done.answers.map(({ status }) => status),
        [201, 200, 201, 200],
      );
      const [first, second, other, again] = done.answers;
      assert.ok(first && second && other && again);

      assert.match(first.token, /^[0-9a-f]{40}$/);
      assert.deepEqual(second, { status: 200, id: first.id, token: '' });
      // A fingerprint, in the path or in the body, creates another authorization.
      assert.notEqual(other.id, first.id);
      assert.deepEqual(again, { status: 200, id: other.id, token: '' });
    });
  }
});
