import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeMatch } from './describe-match.ts';

const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index + 1}`, 'x']));

it('a description of a match names each condition, and at most ten of them', () => {
  assert.equal(describeMatch({ method: 'GET', path: '/a' }), 'GET /a');
  assert.equal(describeMatch({ path: '/a', headers: headers(1) }), 'a request to /a with header h1');
  assert.equal(
    describeMatch({ path: '/a', headers: headers(2) }),
    'a request to /a with header h1 and header h2',
  );
  const ten = describeMatch({ path: '/a', headers: headers(10) });
  assert.match(ten, /with header h1, header h2, .*, header h9 and header h10$/);
  assert.equal(
    describeMatch({ path: '/a', headers: headers(11) }),
    ten.replace(' and header h10', ', header h10 and others'),
  );
});
