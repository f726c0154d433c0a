import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { formatScript } from './json-p.ts';

const token = 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd';

const get = (api: Api, path: string) => api.call('GET', path, { as: null });

/** The arguments that the function `cb` of a page gets when the response runs as a script. */
function run(script: string): unknown {
  let argument: unknown;
  const cb = (value: unknown) => {
    argument = JSON.parse(JSON.stringify(value));
  };
  runInNewContext(script, { cb, api: { cb } });
  return argument;
}

function assertPlain(response: WireResponse, message = ''): void {
  assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8', message);
}

test('GET with a callback returns a script that passes the response and its status to the function', async (t) => {
  const api = await serveApi(t);
  for (const callback of ['cb', 'api.cb']) {
    const response = await get(api, `/meta?callback=${callback}`);
    assert.equal(response.status, 200);
    assert.equal(response.field('Content-Type'), 'application/javascript; charset=utf-8');
    assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
    assert.match(response.text(), /^\/\*\*\/(api\.)?cb\(/);
    const data = members(await get(api, '/meta'));
    assert.deepEqual(run(response.text()), { meta: { status: 200 }, data });
  }
});

test('the script and the JSON have different tags', async (t) => {
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

test('a token in the query may have a script as response, because the page knows the token', async (t) => {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id });
  const response = await get(api, `/user?callback=cb&access_token=${token}`);
  assert.equal(Object(Object(run(response.text())).data).login, 'mona');
});

test('a request with credentials that browsers add never gets a script, so other pages cannot read the response', async (t) => {
  const api = await serveApi(t);
  for (const path of ['/user', '/meta', '/authorizations', '/'])
    assertPlain(await api.call('GET', `${path}?callback=cb`), path);
});

test('an error is JSON with its status', async (t) => {
  const api = await serveApi(t);
  const response = await get(api, '/user?callback=cb');
  assert.equal(response.status, 401);
  assertPlain(response);
});

test('a callback that is not a function name is ignored', async (t) => {
  const api = await serveApi(t);
  for (const callback of ['', 'alert(1)//', 'a b', '1a', 'a..b', 'a.', '<b>', 'cb%0a', 'é', 'x'.repeat(101)])
    assertPlain(await get(api, `/meta?callback=${callback}`), callback);
});

test('the script contains pagination links as pairs, and escapes line terminators of old script engines', () => {
  const links = '<https://x/a?page=2>; rel="next", <https://x/why>; rel="deprecation"; type="text/html"';
  const script = formatScript('cb', 200, links, { text: 'a\u2028b\u2029c' });
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
