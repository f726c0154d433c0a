import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseRequestText } from './request-text.ts';

it('a text of a request is a path, or a method and a path', () => {
  for (const [text, match] of [
    ['/users/{id}', { path: '/users/{id}' }],
    ['', { path: '' }],
    ['GET /users', { method: 'GET', path: '/users' }],
    ['PUT   /a b ', { method: 'PUT', path: '/a b' }],
    ['A /', { method: 'A', path: '/' }],
    [' /a', { method: '', path: '/a' }],
  ] as const)
    assert.deepEqual(parseRequestText(text), match, text);
});

it('a method alone is no text of a request', () => {
  for (const method of ['GET', 'FOO', 'DELETE'])
    assert.throws(() => parseRequestText(method), {
      message: `${method} is a method without a path: name a path, such as ${method} /users.`,
    });
  for (const path of ['/GET', 'GET/x', 'users/1', 'A']) assert.deepEqual(parseRequestText(path), { path });
});
