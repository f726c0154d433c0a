import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';
import { formatMediaType } from './media-type.ts';

test('an Accept without a form of JSON gets 415 with the recorded text', async (t) => {
  const api = await serveApi(t);
  for (const accept of [
    'application/xml',
    'text/html',
    'text/html, application/xhtml+xml;q=0.9',
    'application/vnd.heroku+json; version=3',
    'application/vnd.github.mercy-preivew+json',
  ])
    for (const [method, path, as] of [
      ['GET', '/user', 'mona:correct-horse-1'],
      ['POST', '/authorizations', 'mona:wrong'],
      ['GET', '/nothing', null],
    ] as const) {
      const response = await api.call(method, path, { as, fields: [['Accept', accept]], body: '{' });
      assert.equal(response.status, 415, accept);
      assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
      assert.equal(response.field('X-GitHub-Media-Type'), 'github.v3; format=json');
      assert.deepEqual(members(response), {
        message: `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
        documentation_url: 'https://docs.github.com/enterprise/3.0/v3/media',
      });
    }
});

test('415 names the page of each release', async (t) => {
  for (const [apiVersion, page] of [
    ['ghes-2.18', 'https://developer.github.com/enterprise/2.18/v3/media'],
    ['ghes-3.2', 'https://docs.github.com/enterprise/3.2/v3/media'],
    ['github-2020', 'https://developer.github.com/v3/media'],
  ] as const) {
    const api = await serveApi(t, { apiVersion });
    const response = await api.call('GET', '/meta', { fields: [['Accept', 'text/plain']] });
    assert.deepEqual([response.status, members(response).documentation_url], [415, page]);
  }
});

test('every Accept with a form of JSON is served', async (t) => {
  const api = await serveApi(t);
  for (const accept of [
    '',
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
    'text/html, application/json;q=0.1',
    'application/javascript',
    'json',
    'application/vnd.github+json',
    'application/vnd.github.v3',
    'application/vnd.github.v3+json',
    'application/vnd.github.beta.full+json',
    'application/vnd.github.v3.raw',
    'application/vnd.github.v3.diff',
    'application/vnd.github.mercy-preview+json',
    'application/vnd.github.machine-man-preview+json,application/vnd.github.antiope-preview+json',
    'application/vnd.github.antiope-preview.shadow-cat-preview+json',
  ])
    assert.equal((await api.call('GET', '/user', { fields: [['Accept', accept]] })).status, 200, accept);
});

test('X-GitHub-Media-Type names the version of the API for any Accept', () => {
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/html',
    'application/vnd.github.v3+json',
    'application/vnd.github+json',
    'application/vnd.github.mercy-preivew+json',
  ])
    assert.equal(formatMediaType(accept), 'github.v3; format=json');
});

test('X-GitHub-Media-Type names the requested preview or representation', () => {
  assert.equal(
    formatMediaType('application/vnd.github.damage-preview+json'),
    'github.v3; param=damage-preview; format=json',
  );
  assert.equal(
    formatMediaType('text/html, application/vnd.github.v3.full+json'),
    'github.v3; param=full; format=json',
  );
});

test('X-GitHub-Media-Type names the requested beta version', () => {
  assert.equal(formatMediaType('application/vnd.github.beta+json'), 'github.beta; format=json');
  assert.equal(
    formatMediaType('application/vnd.github.beta.full+json'),
    'github.beta; param=full; format=json',
  );
});
