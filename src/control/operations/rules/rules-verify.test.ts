import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

const PATH = '/rules/verify';

for (const journal of [0, 100])
  describe(`the verification of rules, with a journal of ${journal} entries`, () => {
    it('fails for unmatched requests, and for required rules that were not used', async (t) => {
      const { control, get } = await serveControlled(t, { journal, unmatched: 'fail' });
      await control('POST', '/rules', [
        { id: 'a', match: { path: '/a' }, respond: {}, bin: 't1', required: true },
        { id: 'b', match: { path: '/b' }, respond: {} },
      ]);
      const verify = (body = {}) => control('POST', PATH, body);
      assert.equal((await verify({ bin: '' })).status, 200);
      assert.equal((await verify({ bin: 't2' })).status, 200);
      const unused = await verify({ bin: 't1' });
      assert.equal(unused.status, 409);
      assert.equal(members(unused).detail, 'The rule a in bin "t1" was not used.');
      await get('/bin/t1/a');
      assert.deepEqual(members(await verify()), { rules: 2 });
      await get('/bin/t1/A?secret=1');
      const response = await verify();
      assert.equal(response.status, 409);
      const { detail, unmatched, unused: others } = members(response);
      assert.deepEqual(unmatched, [{ bin: 't1', count: 1, requests: [{ method: 'GET', path: '/A' }] }]);
      assert.deepEqual(others, []);
      assert.equal(
        detail,
        journal === 0
          ? [
              '1 request in bin "t1" matched no rule:',
              '  GET /A',
              '  The journal has no entry of them to name the nearest rules; the 404 of each request names them.',
            ].join('\n')
          : [
              '1 request in bin "t1" matched no rule:',
              '  GET /A matched none of 2 rules in bin "t1" and of the server.',
              '  Nearest, a: a request to /a',
              '    path: expected /a, got /A (differs in upper and lower case)',
              '  Next, b: a request to /b   path: expected /b, got /A',
            ].join('\n'),
      );
      assert.equal((await control('POST', PATH, { bin: 'a/b' })).status, 422);
      // Requests that were forgotten are not named again.
      await control('DELETE', '/rules/unmatched');
      await get('/bin/t1/B');
      assert.doesNotMatch(String(members(await verify()).detail), /GET \/A/);
    });
  });
