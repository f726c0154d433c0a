import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { negotiateErrorPage } from './error-page.ts';
import { prefersPage } from './prefers-page.ts';

it('a client that names HTML, and prefers it to JSON, gets a page', () => {
  for (const [accept, isPage] of [
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html', true],
    ['text/*', true],
    ['text/html, application/json;q=0.9', true],
    ['text/html;q=0.8, application/json', false],
    ['text/html;q=0.8, application/problem+json;q=0.9', false],
    ['text/html;q=0', false],
    ['text/plain', false],
    ['text/plain, */*', false],
    ['application/json', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
  ] as const)
    assert.equal(prefersPage(accept), isPage, String(accept));
});

it('an error is rendered for programs without a request, and depends on Accept', () => {
  const response = negotiateErrorPage(new HttpError(404, 'none'), undefined, () => ({
    fields: [['Content-Type', 'text/plain']],
    content: 'none',
  }));
  assert.deepEqual(response, {
    fields: [
      ['Content-Type', 'text/plain'],
      ['Vary', 'Accept'],
    ],
    content: 'none',
  });
});
