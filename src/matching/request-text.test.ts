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
