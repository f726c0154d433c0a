import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { formatPointer } from '#http/syntax/json-pointer.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { NormalizedRule, RuleInput } from './rule.ts';

const drop = { drop: true } as const;
const reset = { fault: 'reset' };
const error = { status: 503 };

/** Rules with the service and the phase that follow from their members. */
const CASES: readonly (readonly [
  rule: RuleInput,
  service: NormalizedRule['service'],
  phase: NormalizedRule['phase'],
])[] = [
  [drop, 'testing', 'request'],
  [reset, 'testing', 'response'],
  [{ dribble: '1,0.1' }, 'testing', 'response'],
  [{ delay: '0.1' }, 'testing', 'request'],
  [{ error }, 'testing', 'request'],
  [{ lockout: true }, 'api', 'caller'],
  [{ match: { caller: { login: 'mona' } }, ...drop }, 'api', 'caller'],
  [{ bin: 'one', ...drop }, 'testing', 'request'],
  [{ bin: 'one', match: { path: '/login' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/login' }, ...drop }, 'accounts', 'request'],
  [{ match: { path: '/login/{rest*}' }, ...reset }, 'accounts', 'response'],
  [{ match: { path: '/user' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/api/v3/user' }, ...reset }, 'api', 'response'],
  [{ match: { path: '/api/v3/{rest*}' }, error }, 'api', 'request'],
  [{ match: { path: '/api/v3' }, ...drop }, 'api', 'request'],
  [{ match: { path: '/api/graphql' }, ...drop }, 'api', 'request'],
  [{ match: { path: { like: '/api/v3/*' } }, ...drop }, 'api', 'request'],
  [{ match: { path: '/api/v30' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/docs' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/{a}' }, ...drop }, 'testing', 'request'],
  [{ match: { path: { like: '*' } }, ...drop }, 'testing', 'request'],
  [{ match: { service: 'accounts' }, ...reset }, 'accounts', 'response'],
  [{ match: { service: 'api' }, ...reset }, 'api', 'response'],
  [{ match: { service: 'api', path: '/api/v3/nowhere' }, ...reset }, 'api', 'response'],
  [{ match: { service: 'api', path: '/{a}/v3' }, ...reset }, 'api', 'response'],
  [{ match: { service: 'api', path: { like: '/ap*' } }, ...reset }, 'api', 'response'],
  [{ match: { service: 'accounts', path: '/nowhere' }, ...reset }, 'accounts', 'response'],
  [{ match: { path: '/bin' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/bin/a b' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '/bind/t1' }, ...drop }, 'testing', 'request'],
  [{ match: { path: '//bin/t1' }, ...drop }, 'testing', 'request'],
  [{ match: { path: { like: '/bin*' } }, ...drop }, 'testing', 'request'],
  [{ bin: 'one', match: { path: '/bin/t1/login' }, ...drop }, 'testing', 'request'],
  [{ bin: 'one', match: { bin: { like: 'o*' } }, ...drop }, 'testing', 'request'],
  [{ match: { path: { like: '*/login' } }, ...drop }, 'testing', 'request'],
  [{ match: { path: { one_of: ['users', '/users'] } }, ...drop }, 'testing', 'request'],
  [{ match: { url: { like: 'HTTP*', ignore_case: true }, target: '*' }, ...drop }, 'testing', 'request'],
  [{ match: { url: { has: '/a' }, host: '[::1]', endpoint: '/get' }, ...drop }, 'testing', 'request'],
];

/** Rules that are rejected, with the pointer and the reason of each problem. */
/** So many conditions by name. */
function names(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']));
}

/** Names with conditions of 32 KiB. */
const URL_8K = `http://${'a'.repeat(8185)}`;
const LONG = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'x'.repeat(8192)]));

const REJECTED: readonly (readonly [
  rule: unknown,
  ...problems: readonly [pointer: string, message: RegExp][],
])[] = [
  [{}, ['', /^must have one of respond, pass, error, fault, delay, dribble/]],
  [{ ...drop, lockout: true }, ['', /^must have one of drop and lockout, not 2$/]],
  [{ fault: 'rest' }, ['/fault', /^does not have the kind rest \(did you mean reset\?\)$/]],
  [{ dribble: '1,99' }, ['/dribble', /^takes 99 s; the maximum is 10 s$/]],
  [{ match: { method: 'get' }, fault: 'framing:content-on-head' }, ['/fault', /needs the method HEAD$/]],
  [{ match: { method: 'a b' }, ...drop }, ['/match/method', /^must be a method, such as POST$/]],
  [{ match: { bin: 'a/b' }, ...drop }, ['/match/bin', /^must be 1 to 64 letters/]],
  [{ match: { bin: 'a' }, bin: 'b', ...drop }, ['/match/bin', /^must be b, the bin of the rule/]],
  [{ match: { path: '/get*' }, ...drop }, ['/match/path', /^must be a template/]],
  [
    { match: { path: '/get', service: 'testing', caller: { login: 'a' } }, ...drop },
    ['/match/caller', /service testing$/],
  ],
  [{ match: { caller: { login: 'a' } }, ...reset }, ['/match/caller', /^is known after authentication/]],
  [{ bin: 'a', match: { service: 'api' }, ...drop }, ['/bin', /^must be beside a path of the testing/]],
  [{ match: { service: 'accounts' }, suspended: true }, ['/suspended', /the service accounts$/]],
  [{ match: { path: '/_sparring/{a}' }, ...reset }, ['/match/path', /^must not begin with \/_sparring/]],
  [{ match: { path: '//_sparring' }, ...reset }, ['/match/path', /^must not begin with/]],
  [{ match: { path: '/%5Fsparring' }, bin: 'a', ...reset }, ['/match/path', /^must not begin with/]],
  [{ match: { service: 'testing', path: '/login' }, ...drop }, ['/match/path', /the service accounts$/]],
  [{ match: { service: 'testing', path: '/api/v3/x' }, ...drop }, ['/match/path', /the service api$/]],
  [
    { match: { path: '/bin/t1/login' }, respond: {} },
    ['/match/path', /^is of the bin t1: a rule with "bin": "t1" has the path without the prefix \/bin\/t1$/],
  ],
  ...['bin/t1', '/%62in/t1/', { is: '/bin/t1/x' }, { like: '/bin/t1/*' }].map(
    (path): [unknown, [string, RegExp]] => [{ match: { path }, ...drop }, ['/match/path', /"bin": "t1"/]],
  ),
  ...['/bin/{key}/a', '/bin/{rest*}', { like: '/bin/t*' }].map((path): [unknown, [string, RegExp]] => [
    { match: { path }, ...drop },
    ['/match/path', /^is of a bin: a rule with "bin" has the path without the prefix \/bin\/KEY$/],
  ]),
  [
    { match: { service: 'api', path: '/nowhere' }, ...drop },
    ['/match/path', /^must be a path of the service api, such as \/api\/v3\/…$/],
  ],
  [
    { bin: 'a', match: { bin: { absent: true } }, ...drop },
    ['/match/bin', /^must be a, the bin of the rule/],
  ],
  [{ match: { host: 'localhost:8080' }, ...drop }, ['/match/host', /^must be without a port: localhost$/]],
  [{ match: { host: { is: '[::1]:80' } }, ...drop }, ['/match/host', /^must be without a port: \[::1\]$/]],
  [{ match: { host: 'http://localhost' }, ...drop }, ['/match/host', /^must be the name of a host/]],
  [{ match: { path: { is: 'users' } }, ...drop }, ['/match/path', /^must begin with \/$/]],
  [{ match: { path: { like: 'users*' } }, ...drop }, ['/match/path', /^must begin with \/$/]],
  [
    { match: { path: { absent: true } }, ...drop },
    ['/match/path', /^must not be absent: every request has it$/],
  ],
  [{ match: { target: 'users' }, ...drop }, ['/match/target', /^must begin with \/$/]],
  [
    { match: { url: '/users' }, ...drop },
    ['/match/url', /^must begin with http:\/\/ or https:\/\/; path compares/],
  ],
  [{ match: { not: { url: '/a' } }, ...drop }, ['/match/not/url', /^must begin with http/]],
  [
    { match: { method: 'CONNECT' }, ...drop },
    ['/match/method', /^must not be CONNECT, which no rule acts on$/],
  ],
  [
    { match: { endpoint: '/sttus/{codes}' }, ...drop },
    ['/match/endpoint', /^must be the template of an endpoint \(did you mean \/status\/\{codes\}\?\)$/],
  ],
  [{ id: '12', ...drop }, ['/id', /^must not consist of digits/]],
  // Parts of the paths of the control API.
  ...['.', '..', 'check', 'explain', 'import', 'export', 'verify', 'unmatched'].map(
    (id): [unknown, [string, RegExp]] => [{ id, ...drop }, ['/id', /^is reserved$/]],
  ),
  [{ ttl: '10 years', ...drop }, ['/ttl', /^must be a duration such as 10m$/]],
  [{ ttl: '31536000001ms', ...drop }, ['/ttl', /^must be a duration such as 10m$/]],
  [{ ttl: '0s', ...drop }, ['/ttl', /^must be a duration such as 10m$/]],
  [
    { match: { path: '/a?b', hedaers: {} }, efect: 1, delay: [], count: -1 },
    ['/count', />= 0/],
    ['/delay', /^must be a number of seconds, or a text/],
    ['/efect', /^is not known/],
    ['/match/hedaers', /^is not known \(did you mean headers\?\)$/],
    ['/match/path', /^must be a path without a query/],
  ],
  // The problem of one member hides none of another.
  [
    { id: '7', ttl: 'x', match: { method: 'GTE', body: { jsn: 1 } }, fault: 'rest', efect: 1 },
    ['/efect', /^is not known/],
    ['/fault', /^does not have the kind rest/],
    ['/id', /^must not consist of digits/],
    ['/match/body/jsn', /^is not known \(did you mean json\?\)$/],
    ['/match/method', /^must not be "GTE"/],
    ['/ttl', /^must be a duration/],
  ],
  [
    { count: -1, respond: { body: '{{path.b}}', template: true } },
    ['/count', />= 0/],
    ['/respond/body', /^has the expression path\.b/],
  ],
  // Whether a capture exists depends on the path.
  [{ match: { path: 1 }, respond: { body: '{{path.b}}', template: true } }, ['/match/path', /^must be/]],
  [{ respond: 1, after: 'first', by: 'path' }, ['/respond', /^must be/]],
  [{ match: 7, id: '..', ...drop }, ['/id', /^is reserved$/], ['/match', /^must be/]],
  [[], ['', /^must be/]],
  [{ match: { method: 'GTE' }, ...drop }, ['/match/method', /^must not be "GTE" \(did you mean GET\?\)/]],
  [
    { id: 'verify', match: { path: '/a?b', url: { like: 'a', has: 'a' } }, fault: 'rest', delay: '99' },
    ['/delay', /^takes 99 s/],
    ['/fault', /^does not have the kind/],
    ['/id', /^is reserved$/],
    ['/match/path', /^must be a path without a query/],
    ['/match/url', /^must have one of is, like/],
  ],
  [{ match: { method: ['GET', ''] }, ...drop }, ['/match/method', /^must be a method, such as POST$/]],
  [{ match: { method: [] }, ...drop }, ['/match/method', /^must not have fewer than 1 items$/]],
  [
    { match: { method: ['GET', 'POST'] }, fault: 'framing:content-on-head' },
    ['/fault', /^framing:content-on-head needs the method HEAD$/],
  ],
  [
    { match: { method: 'GET' }, respond: { fault: 'framing:content-on-head' } },
    ['/respond/fault', /^framing:content-on-head needs the method HEAD$/],
  ],
  [
    { match: { protocol: 'HTTP/2' }, fault: 'chunk:size' },
    ['/fault', /^chunk:size cannot be carried by HTTP\/2$/],
  ],
  [
    { match: { protocol: 'HTTP/2' }, respond: [{}, { fault: 'chunk:size' }] },
    ['/respond/1/fault', /^chunk:size cannot be carried by HTTP\/2$/],
  ],
  [
    { match: { protocol: 'HTTP/1.1' }, respond: { fault: 'reset@headers,code=3' } },
    ['/respond/fault', /has an error code, which HTTP\/1.1 cannot carry$/],
  ],
  ...['truncate@0', 'close@0', 'reset@0', 'stall@0', 'close@1'].flatMap(
    (fault): [unknown, [string, RegExp]][] => [
      [
        { respond: { status: 204, fault } },
        ['/respond/fault', /@\d must not have a place in the content, which the status 204 does not have$/],
      ],
      [
        { respond: { status: '200:1,304:1', fault } },
        ['/respond/fault', /which the status 304 does not have$/],
      ],
    ],
  ),
  [
    { respond: { body: 'abc', fault: 'reset@4' } },
    ['/respond/fault', /^reset@4 must have a place of at most 3, the length of the content$/],
  ],
  [
    {
      match: { body: 'é'.repeat(8192), url: URL_8K, target: `/${'a'.repeat(8191)}`, headers: LONG },
      ...drop,
    },
    ['/match', /^must not be longer than 64 KiB of JSON$/],
  ],
  [
    {
      match: {
        query: names(20),
        headers: names(20),
        cookies: names(20),
        body: { form: names(10), parts: [{ headers: names(10) }] },
        not: { query: names(11) },
        any_of: [{ headers: names(10) }],
      },
      ...drop,
    },
    ['/match', /^must not have more than 100 names/],
  ],
  [[], ['', /^must be object$/]],
];

describe('the normal form of a rule', () => {
  it('exists at the limits, and for a fault that one of its methods can carry', async (t) => {
    const { rules } = await serve(t);
    for (const match of [
      { query: names(50), not: { headers: names(50) } },
      { body: 'é'.repeat(8192), url: URL_8K, headers: LONG },
    ])
      assert.deepEqual(rules.normalize({ match, ...drop }).match, match);
    for (const method of [undefined, 'head', ['GET', 'HEAD'], { like: 'GET' }]) {
      const match = { ...(method && { method }) };
      assert.equal(rules.normalize({ match, fault: 'framing:content-on-head' }).phase, 'response');
      assert.equal(
        rules.normalize({ match, respond: { fault: 'framing:content-on-head' } }).phase,
        'respond',
      );
    }
    const respond = { body: '{{query.a}}', template: true, fault: 'reset@4' };
    assert.equal(rules.normalize({ respond }).phase, 'respond');
  });

  it('has the service and the phase of its members, and all defaults', async (t) => {
    const { rules } = await serve(t);
    for (const [rule, service, phase] of CASES) {
      const { match = {}, bin = null, ...effects } = rule;
      assert.deepEqual(
        rules.normalize(rule),
        {
          chosenId: null,
          match,
          effects,
          after: null,
          by: null,
          service,
          phase,
          bin,
          count: 1,
          priority: 0,
          enabled: true,
          probability: 1,
          toxicity: 1,
          required: false,
          ttl: null,
          note: null,
          size: JSON.stringify(rule).length,
        },
        JSON.stringify(rule),
      );
    }
    const input = { id: 'a', count: 0, priority: -5, enabled: false, probability: 0.5, toxicity: 0.25 };
    const others = { required: true, note: 'n', bin: 'one' };
    const { chosenId, ttl, ...normalized } = rules.normalize({ ...input, ...others, ttl: '1m30s', ...drop });
    assert.deepEqual([chosenId, ttl], ['a', 90_000]);
    const { id: _, ...members } = input;
    assert.deepEqual({ ...normalized, ...members, ...others }, normalized);
    assert.equal(rules.normalize({ match: { bin: 'two' }, ...drop }).bin, 'two');
    assert.equal(rules.normalize({ ttl: '31536000000ms', ...drop }).ttl, 31_536_000_000);
  });

  it('does not exist for a rule that cannot apply, and each problem is reported', async (t) => {
    const { rules } = await serve(t);
    for (const [rule, ...expected] of REJECTED) {
      let problems: readonly (readonly [string, string])[] = [];
      try {
        rules.normalize(rule, ['rules', 3]);
      } catch (thrown) {
        assert.ok(thrown instanceof InvalidInputError, String(thrown));
        problems = thrown.problems.map(({ path, message }) => [formatPointer(path), message]);
      }
      const text = JSON.stringify([rule, problems]);
      const sorted = problems.toSorted();
      assert.deepEqual(
        sorted.map(([pointer]) => pointer),
        expected.map(([pointer]) => `/rules/3${pointer}`),
        text,
      );
      for (const [index, [, message]] of expected.entries())
        assert.match(sorted[index]?.[1] ?? '', message, text);
    }
  });
});
