import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { parseTarget } from './target.ts';

test('a target is parsed by its form (RFC 9112 §3.2)', () => {
  for (const [target, authority, path, query] of [
    ['/', undefined, '/', undefined],
    ['/a?', undefined, '/a', ''],
    ['/a?b?c=/d', undefined, '/a', 'b?c=/d'],
    ['/a://b/c', undefined, '/a://b/c', undefined],
    ['*', undefined, '*', undefined],
    ['http://h', 'h', '/', undefined],
    ['http://h?x', 'h', '/', 'x'],
    ['http://h:1/a?x=http://y', 'h:1', '/a', 'x=http://y'],
    ['HTTPS://h/a', 'h', '/a', undefined],
    ['h:443', undefined, 'h:443', undefined],
  ] as const)
    assert.deepEqual(parseTarget(target), { authority, base: '', path, query }, target);
});

test('a service is found by its prefix, whatever follows it', async (t) => {
  const server = await serve(t);
  const isApi = async (path: string) =>
    (await server.get(path, [['User-Agent', 'test']])).field('X-GitHub-Media-Type') !== undefined;
  for (const path of [
    '/api/v3',
    '/api/v3?x',
    '/api/v3/',
    '/api/v3/?x',
    'http://127.0.0.1/api/v3?x',
    'http://127.0.0.1/api/v3/user',
  ])
    assert.equal(await isApi(path), true, path);
  for (const path of [
    '/api/v3x',
    '/?/api/v3',
    '/api',
    'http://127.0.0.1?/api/v3',
    'http://127.0.0.1/api/v33',
  ])
    assert.equal(await isApi(path), false, path);
});
