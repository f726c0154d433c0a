import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { addToken } from '../../../test/support/accounts.ts';
import { type Api, members, serveApi } from '../../../test/support/api.ts';
import type { WireAnswer } from '../../../test/support/wire.ts';
import { toScript } from './json-p.ts';

const token = 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd';

const get = (api: Api, path: string) => api.call('GET', path, { as: null });

/** What a page's function `cb` is called with when the answer is run as a script. */
function run(script: string): unknown {
  let argument: unknown;
  const cb = (value: unknown) => {
    argument = JSON.parse(JSON.stringify(value));
  };
  runInNewContext(script, { cb, api: { cb } });
  return argument;
}

function assertPlain(answer: WireAnswer, message = ''): void {
  assert.equal(answer.field('Content-Type'), 'application/json; charset=utf-8', message);
}

test('GET with a callback is a script that hands the answer over, with its status', async (t) => {
  const api = await serveApi(t);
  for (const callback of ['cb', 'api.cb']) {
    const answer = await get(api, `/meta?callback=${callback}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.field('Content-Type'), 'application/javascript; charset=utf-8');
    assert.equal(answer.field('X-Content-Type-Options'), 'nosniff');
    assert.match(answer.text(), /^\/\*\*\/(api\.)?cb\(/);
    const data = members(await get(api, '/meta'));
    assert.deepEqual(run(answer.text()), { meta: { status: 200 }, data });
  }
});

test('a script and the JSON have tags of their own', async (t) => {
  const api = await serveApi(t);
  const tags = [];
  for (const query of ['', '?callback=cb', '?callback=other'])
    tags.push((await get(api, `/meta${query}`)).field('ETag'));
  assert.equal(new Set(tags).size, 3);
  const again = await api.call('GET', '/meta?callback=cb', {
    as: null,
    fields: [['If-None-Match', tags[1] ?? '']],
  });
  assert.equal(again.status, 304);
});

test('a token in the query is known to the page already, so its answer may be a script', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id });
  const answer = await get(api, `/user?callback=cb&access_token=${token}`);
  assert.equal(Object(Object(run(answer.text())).data).login, 'mona');
});

test('what a browser would send credentials along for is no script, so that no other page reads it', async (t) => {
  const api = await serveApi(t);
  for (const path of ['/user', '/meta', '/authorizations', '/'])
    assertPlain(await api.call('GET', `${path}?callback=cb`), path);
});

test('an error is JSON with its status', async (t) => {
  const api = await serveApi(t);
  const answer = await get(api, '/user?callback=cb');
  assert.equal(answer.status, 401);
  assertPlain(answer);
});

test('a callback that is no name of a function is passed over', async (t) => {
  const api = await serveApi(t);
  for (const callback of ['', 'alert(1)//', 'a b', '1a', 'a..b', 'a.', '<b>', 'cb%0a', 'é', 'x'.repeat(101)])
    assertPlain(await get(api, `/meta?callback=${callback}`), callback);
});

test('pagination is handed over as pairs, and line ends of scripts of old are escaped', () => {
  const links = '<https://x/a?page=2>; rel="next", <https://x/why>; rel="deprecation"; type="text/html"';
  const script = toScript('cb', 200, links, { text: 'a\u2028b\u2029c' });
  assert.doesNotMatch(script, /[\u2028\u2029]/);
  assert.deepEqual(run(script), {
    meta: {
      status: 200,
      Link: [
        ['https://x/a?page=2', { rel: 'next' }],
        ['https://x/why', { rel: 'deprecation', type: 'text/html' }],
      ],
    },
    data: { text: 'a\u2028b\u2029c' },
  });
});
