import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsOfRespond, requestsOf } from './respond-problems.ts';
import type { RuleInput } from './rule.ts';

const LIMITS = {
  maxDuration: 10_000,
  maxGeneratedSize: 1000,
  maxBodySize: 100,
  enabledLabs: [],
  allowedRedirectDomains: [],
  accountPaths: [],
  sharesAccountsOrigin: true,
  sharesAccountsHost: true,
};

const MIB = 1024 * 1024;
const TOO_LONG = 'must not be longer than 1 MiB';
const UNKEPT = 'is an integer that JSON readers do not keep; use body with type';

describe('the problems of a response', () => {
  it('are those of the members beside it, and of its content', () => {
    const base64 = (size: number) => Buffer.alloc(size).toString('base64');
    const list = [{}, {}];
    const cases: readonly (readonly [rule: RuleInput, path?: string, message?: string])[] = [
      [{}],
      [{ respond: {} }],
      [{ respond: list, after: 'first', by: 'path' }],
      [{ after: 'last' }, 'after', 'must be beside a list in respond'],
      [{ respond: {}, after: 'gone' }, 'after', 'must be beside a list in respond'],
      [{ respond: {}, by: 'path' }, 'by', 'must be beside a list in respond'],
      [
        { respond: list, by: 'address' },
        'by',
        'must be one of key, path, connection, header:NAME, idempotency',
      ],
      [
        { respond: [{ open: 1 }, {}], after: 'first' },
        'after',
        'must be last or gone beside a step with open',
      ],
      [{ respond: [{ open: 1 }, {}], after: 'gone' }],
      [{ respond: [{ open: 1 }, {}], after: 'last' }],
      [{ respond: { body: 'é'.repeat(MIB / 2) } }],
      [{ respond: { body: `${'é'.repeat(MIB / 2)}a` } }, 'respond.body', TOO_LONG],
      [{ respond: { json: 'x'.repeat(MIB - 2) } }],
      [{ respond: { json: 'x'.repeat(MIB - 1) } }, 'respond.json', TOO_LONG],
      [{ respond: { base64: base64(MIB) } }],
      [{ respond: { base64: base64(MIB + 1) } }, 'respond.base64', TOO_LONG],
      [{ respond: [{}, { body: 'x'.repeat(MIB + 1) }] }, 'respond.1.body', TOO_LONG],
      [{ respond: { file: 'a', base64: base64(100) } }],
      [
        { respond: { file: 'a', base64: base64(101) } },
        'respond.file',
        'must not be larger than 100 bytes, as bodies',
      ],
      [
        { respond: [{}, { file: 'a', base64: base64(101) }] },
        'respond.1.file',
        'must not be larger than 100 bytes, as bodies',
      ],
      [{ respond: { json: 2 ** 53 - 1 } }],
      [{ respond: { json: { a: [2 ** 53] } } }, 'respond.json.a.0', UNKEPT],
      [{ respond: [{}, { json: { a: [2 ** 53] } }] }, 'respond.1.json.a.0', UNKEPT],
      [{ respond: { status: 204, body: 'a' } }, 'respond.status'],
      [{ respond: [{}, { status: 204, body: 'a' }] }, 'respond.1.status'],
      // What is known of the requests decides which expressions and faults there can be.
      [{ match: { path: '/{a}' }, respond: { body: '{{path.a}}', template: true } }],
      [{ match: { path: '/{b}' }, respond: { body: '{{path.a}}', template: true } }, 'respond.body'],
      [{ match: { path: { is: '/{a}' } }, respond: { body: '{{path.a}}', template: true } }, 'respond.body'],
      [{ match: { path: '/{a' }, respond: { body: '{{path.a}}', template: true } }, 'respond.body'],
    ];
    for (const [rule, path, message] of cases) {
      const problems = problemsOfRespond(rule, LIMITS);
      assert.deepEqual(
        problems.map((problem) => problem.path.join('.')),
        path === undefined ? [] : [path],
        JSON.stringify([rule, problems]).slice(0, 300),
      );
      if (message !== undefined) assert.equal(problems[0]?.message, message);
    }
  });

  it('depend on the methods and the protocol of its requests', () => {
    for (const [match, methods, isOverHttp2] of [
      [undefined, undefined, undefined],
      [{}, undefined, undefined],
      [{ method: 'get' }, ['GET'], undefined],
      [{ method: { like: 'P*' } }, undefined, undefined],
      [{ protocol: 'HTTP/2' }, undefined, true],
      [{ protocol: 'HTTP/1.1' }, undefined, false],
      [{ protocol: 'HTTP/1.0', method: 'HEAD' }, ['HEAD'], false],
    ] as const)
      assert.deepEqual(requestsOf(match), { methods, isOverHttp2 });
  });
});
