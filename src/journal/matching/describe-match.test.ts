import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeMatch } from './describe-match.ts';
import type { RequestMatch } from './request-match.ts';

const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index + 1}`, 'x']));

it('a description of a match names each condition, and at most ten of them', () => {
  assert.equal(describeMatch({ method: 'GET', path: '/a' }), 'GET /a');
  assert.equal(describeMatch({ path: '/a', headers: headers(1) }), 'a request to /a with header h1');
  assert.equal(
    describeMatch({ path: '/a', headers: headers(2) }),
    'a request to /a with header h1 and header h2',
  );
  const cases: readonly (readonly [match: RequestMatch, text: string, ...others: readonly string[]])[] = [
    [{}, 'a request'],
    [{ method: ['GET', 'put'] }, 'one of GET, PUT'],
    [{ method: { like: 'P*' }, path: { like: '/a*' } }, 'P* /a*'],
    [{ path: { is: '/a' } }, 'a request to /a'],
    [{ path: { has: 'a' } }, 'a request to a text with a'],
    [{ url: 'http://a/b' }, 'a request to http://a/b'],
    [{ method: 'OPTIONS', target: '*' }, 'OPTIONS *'],
    [{ target: '/a', path: '/b', url: 'http://c/' }, 'a request to /b'],
    [{ target: '/a', url: 'http://c/' }, 'a request to http://c/'],
    [
      {
        query: { q: '1', r: '2' },
        headers: { 'X-A': '1' },
        host: { like: '*.example' },
        protocol: 'HTTP/2',
        connection: 'new',
      },
      'a request with query q, query r, header X-A, host a text like *.example, protocol HTTP/2, a new connection and status 200',
      'status 200',
    ],
    [{ path: 'x'.repeat(201) }, `a request to ${'x'.repeat(200)}…`],
    [{ query: { ['x'.repeat(201)]: '1' } }, `a request with query ${'x'.repeat(194)}…`],
  ];
  for (const [match, text, ...others] of cases) assert.equal(describeMatch(match, others), text);
  const ten = describeMatch({ path: '/a', headers: headers(10) });
  assert.match(ten, /with header h1, header h2, .*, header h9 and header h10$/);
  assert.equal(
    describeMatch({ path: '/a', headers: headers(11) }),
    ten.replace(' and header h10', ', header h10 and others'),
  );
});
