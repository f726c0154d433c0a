import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TextCondition } from '../matching/text-condition.ts';
import { canMatch, toPathRange, withPrefix } from './path-range.ts';

/** Each condition with templates of endpoints that have a path that it matches, and templates that have none. */
const CASES: readonly (readonly [TextCondition, hits: readonly string[], misses: readonly string[]])[] = [
  ['/get', ['/get', '/{any}', '/{all+}'], ['/get/{x}', '/gets', '/', '/{a}/{b}']],
  [
    '/status/200',
    ['/status/{codes}', '/{all+}', '/status/{all+}'],
    ['/status', '/status/{a}/{b}', '/other/{a}'],
  ],
  ['/status/{codes}', ['/status/{codes}', '/status/x', '/status/{all+}'], ['/status/', '/status']],
  ['/', ['/'], ['/{any}', '/get', '/{all+}']],
  ['/{a}/b', ['/x/b', '/{x}/b', '/x/{b}'], ['/x/c', '/x']],
  ['/files/{rest*}', ['/files/x', '/files/{x}', '/files/{x}/y', '/files/{all+}'], ['/files', '/other/x']],
  ['/{rest*}', ['/', '/get', '/a/b', '/{all+}'], []],
  [{ is: '/status/200' }, ['/status/{codes}'], ['/status']],
  [{ is: '/{a}' }, ['/{any}'], ['/get']],
  [{ like: '/get' }, ['/get'], ['/gets']],
  [{ like: '/ge*' }, ['/get', '/get/{x}', '/{any}', '/{all+}'], ['/put', '/']],
  [{ like: '/status/2*' }, ['/status/{codes}', '/status/{a}/{b}'], ['/status', '/stat/{a}']],
  [{ like: '/status/*' }, ['/status/{codes}', '/status/x'], ['/status']],
  [{ like: '*' }, ['/', '/get', '/{any}'], []],
  [{ has: 'x' }, ['/', '/get', '/{any}'], []],
];

describe('the range of a condition for paths', () => {
  for (const [condition, hits, misses] of CASES)
    it(`of ${JSON.stringify(condition)}`, () => {
      const range = toPathRange(condition);
      assert.deepEqual(
        [
          hits.filter((template) => !canMatch(range, template)),
          misses.filter((each) => canMatch(range, each)),
        ],
        [[], []],
      );
    });

  it('has a prefix that the condition omits', () => {
    for (const [condition, prefixed] of [
      ['/user', '/api/v3/user'],
      ['user', '/api/v3/user'],
      ['/', '/api/v3'],
      ['', '/api/v3'],
      ['/{rest*}', '/api/v3/{rest*}'],
      [{ is: '/user' }, { is: '/api/v3/user' }],
      [{ is: '/' }, { is: '/api/v3' }],
      [{ is: 'user' }, { is: 'user' }],
      [
        { like: '/user*', ignore_case: true },
        { like: '/api/v3/user*', ignore_case: true },
      ],
      [{ like: '*user' }, { like: '*user' }],
      [{ has: '/user' }, { has: '/user' }],
      [{ absent: true }, { absent: true }],
    ] as const) {
      assert.deepEqual(withPrefix(condition, '/api/v3'), prefixed);
      assert.deepEqual(withPrefix(condition, ''), condition);
    }
  });
});
