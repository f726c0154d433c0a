import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import { compileFilter } from './entry-match.ts';
import type { EntryMatch } from './exchange-match.ts';
import { createFilter, type FilterParameters, isEmptyFilter, parseFilter, withFilter } from './filter.ts';

const entries = [
  createExchange({
    id: 1,
    target: '/get?q=Mona%20Lisa',
    headers: [['X-A', 'one']],
    endpoint: '/get',
    unmatched: true,
  }),
  createExchange({
    id: 2,
    method: 'POST',
    target: '/bin/t1/users/5',
    bin: 't1',
    body: 'name=mona',
    headers: [['Content-Type', 'application/JSON; charset=utf-8']],
    startedAt: Date.UTC(2026, 10, 22, 14),
    ms: { body: 1, firstByte: 2, done: 600 },
    response: { status: 503 },
    lab: { name: 'sequence', key: 'k1', attempt: 1 },
  }),
  createExchange({
    id: 3,
    method: 'PUT',
    target: '/a%20b',
    headers: [['x-a', 'two']],
    aborted: true,
    ended: 'client-rst',
    response: null,
  }),
  createExchange({
    id: 4,
    method: 'get',
    target: '/',
    ended: null,
    response: {
      body: 'It said "hi: you"',
      headers: [
        ['X-B', 'c'],
        ['Content-Type', 'text/event-stream'],
      ],
    },
    connection: { id: 7, remote: '[::1]:50000', requestNumber: 2, protocol: 'HTTP/2' },
  }),
  { ...createFailure('parser-error', 'NOPE\r\n', 'syntax'), id: 5 },
];

const found = (filter: string) => entries.filter(createFilter({ filter })).map(({ id }) => id);
const listed = (parameters: FilterParameters) => entries.filter(createFilter(parameters)).map(({ id }) => id);

describe('a filter', () => {
  it('selects by conditions', () => {
    for (const [filter, ids] of [
      ['', [1, 2, 3, 4, 5]],
      ['  ', [1, 2, 3, 4, 5]],
      ['method:POST', [2]],
      ['method:get', [1, 4]],
      ['method:P*', [2, 3]],
      ['status:503', [2]],
      ['status:2xx', [1, 4]],
      ['status:5XX', [2]],
      ['path:/users*', [2]],
      ['path:/users', []],
      ['path:"/a b"', [3]],
      ['path:/a%20b', [3]],
      ['header:x-a', [1, 3]],
      ['header:X-A:two', [3]],
      ['header:x-a=t*', [3]],
      ['body:mona', [2]],
      ['body:"name=mona"', [2]],
      ['bin:t1', [2]],
      ['bin:*', [2]],
      ['fault:*', [3, 5]],
      ['fault:client-rst', [3]],
      ['fault:parser-error', [5]],
      ['lab:sequence/k1', [2]],
      ['lab:limit/*', []],
      ['aborted:true', [3]],
      ['endpoint:/get', [1]],
      ['protocol:http/2', [4]],
      ['host:LOCALHOST', [1, 2, 3, 4]],
      ['connection:7', [4]],
      ['since:3', [4, 5]],
    ] as const)
      assert.deepEqual(found(filter), ids, filter);
  });

  it('needs all words, and rejects what a word with a minus matches', () => {
    assert.deepEqual(found('method:get path:/get'), [1]);
    assert.deepEqual(found('-path:/get'), [2, 3, 4, 5]);
    assert.deepEqual(found('-fault:* -method:GET'), [2]);
    assert.deepEqual(found('-mona'), [3, 4, 5]);
  });

  it('searches text in targets, fields and bodies, in any case', () => {
    for (const [filter, ids] of [
      ['mona', [1, 2]],
      ['"mona lisa"', [1]],
      ['"X-B: c"', [4]],
      ['"said \\"hi: you\\""', [4]],
      ['syntax', [5]],
      ['503', [2]],
      ['nope', [5]],
      ['a - b', [2, 3, 4]],
    ] as const)
      assert.deepEqual(found(filter), ids, filter);
  });

  it('is rejected with the reason', () => {
    for (const [filter, expected] of [
      ['methd:GET', /^filter: "methd" is not known \(did you mean method\?\); quotation marks enclose/],
      ['localhost:8080', /^filter: "localhost" is not known; quotation marks enclose a text with a colon$/],
      ['constructor:x', /is not known/],
      [
        'status:5',
        /^filter: "status:5" must be a status such as 404, a range such as >=400 or a class such as 5xx$/,
      ],
      ['status:*', /^filter: "status:[^"]+" must be/],
      ['method:', /^filter: method has no value$/],
      ['path:"/a', /^filter: has a quotation mark without an end$/],
      ['"a\\"', /without an end$/],
      ['header:=x', /^filter: "header:=x" must be NAME or NAME:VALUE$/],
      ...['x', 'x1', '1x', '1'.repeat(16)].flatMap((value) => [
        [`since:${value}`, /^filter: "since:\w+" must be the id of an entry$/] as const,
        [`connection:${value}`, /^filter: "connection:\w+" must be the number of a connection$/] as const,
      ]),
      ['connection:-1', /^filter: "connection:-1" must be the number/],
      ['status:1404', /^filter: "status:[^"]+" must be/],
      ['status:4045', /^filter: "status:[^"]+" must be/],
      ['status:099', /^filter: "status:[^"]+" must be/],
      ['aborted:yes', /^filter: "aborted:yes" must be true or false$/],
      ['status:>=40', /^filter: "status:>=40" must be a status/],
      ['status:>=4xx', /^filter: "status:>=4xx" must be a status/],
      ['ms:>slow', /^filter: "ms:>slow" must be milliseconds such as 500 or a range such as >500$/],
      ['size:=1', /^filter: "size:=1" must be bytes/],
      ['sent:1g', /^filter: "sent:1g" must be bytes such as 100, a range such as >1k or/],
      [
        'get -is:pendin',
        /^filter: "-is:pendin" must be one of pending, websocket, .* \(did you mean pending\?\)$/,
      ],
      ['is:constructor', /^filter: "is:constructor" must be one of/],
      ['sze:>1k', /^filter: "sze" is not known \(did you mean size\?\)/],
      ['query:', /^filter: query has no value$/],
      ['query:=1', /^filter: "query:=1" must be NAME or NAME=VALUE$/],
      ['after:25:00', /^filter: "after:25:00" must be a time of day such as 14:00, or a time/],
      ['before:2026-13-01', /^filter: "before:2026-13-01" must be a time/],
      ['path:/get?q=*', /^filter: "path:\/get\?q=\*" must not have a query; .* target:\/get\?q=\*,/],
      ['OR', /^filter: "OR" must have a word before and after it/],
      ['a OR', /^filter: "OR" must have/],
      ['a OR OR b', /^filter: "OR" must have/],
      ['a '.repeat(51), /^filter: must have at most 50 words$/],
      ['a'.repeat(1001), /^filter: must be at most 1000 characters long$/],
    ] as const)
      assert.throws(
        () => createFilter({ filter }),
        { name: 'InputError', message: expected },
        filter.slice(0, 40),
      );
  });

  it('is rejected with the place of what is wrong', () => {
    for (const [filter, wrong] of [
      ['a methd:GET b', 'methd:GET'],
      ['a  -status:x', '-status:x'],
      ['a path: b', 'path:'],
      ['a OR b OR', ' OR'],
      ['OR a OR b', 'OR '],
      ['a OR OR b', 'OR '],
      ['mona "a b', '"a b'],
      ['mona path:"/a b', '"/a b'],
      [`${'a '.repeat(50)}b c`, 'b c'],
    ] as const)
      assert.throws(
        () => createFilter({ filter }),
        ({ span: { start, end } }) => {
          assert.equal(filter.slice(start, end), wrong.trim(), filter);
          const at = wrong.startsWith(' ') ? filter.lastIndexOf(wrong) + 1 : filter.indexOf(wrong);
          assert.equal(start, at, filter);
          return true;
        },
        filter,
      );
    assert.throws(() => createFilter({ filter: 'a'.repeat(1001) }), { span: undefined });
  });

  it('is parsed to a match', () => {
    const method = { like: 'POST', ignore_case: true };
    for (const [text, match] of [
      ['', {}],
      ['method:POST header:x-a:b status:5XX', { method, headers: { 'x-a': { like: 'b' } }, status: '5xx' }],
      ['a -path:/get', { text: 'a', not: { any_of: [{ path: { like: '/get' } }] } }],
      // A second condition for the same member.
      ['bin:a bin:b', { bin: { like: 'a' }, not: { any_of: [{ not: { bin: { like: 'b' } } }] } }],
      ['a OR -b', { any_of: [{ text: 'a' }, { not: { any_of: [{ text: 'b' }] } }] }],
      ['HTTPS://h', { url: { has: 'HTTPS://h' } }],
      ['"see http://h"', { text: 'see http://h' }],
      ['/a:b', { text: '/a:b' }],
      [':b', { text: ':b' }],
      ['a/:b', undefined],
      // Quotation marks, and what a backslash escapes in them.
      ['path:"/a b"c:d', { path: { like: '/a bc:d' } }],
      ['""', { text: '' }],
      [String.raw`"a\"b\\c\d"`, { text: String.raw`a"b\c\d` }],
      ['-', { text: '-' }],
      ['- a', { text: '-', not: { any_of: [{ not: { text: 'a' } }] } }],
      ['a -', { text: 'a', not: { any_of: [{ not: { text: '-' } }] } }],
      ['--', { not: { any_of: [{ text: '-' }] } }],
      ['a'.repeat(1000), { text: 'a'.repeat(1000) }],
    ] as const)
      if (match) assert.deepEqual(parseFilter(text), match, text);
      else assert.throws(() => parseFilter(text), { name: 'InputError', member: 'filter' }, text);
    assert.deepEqual(parseFilter('a '.repeat(50)).not?.any_of?.length, 49);
    assert.deepEqual(found('method:P* method:*T'), [2, 3]);
    assert.deepEqual(found('method:P* method:*UT'), [3]);
  });

  it('selects the same entries as the equal match', () => {
    const cases: readonly (readonly [filter: string, match: EntryMatch, ids: readonly number[]])[] = [
      [
        'method:POST -path:/get header:x-a',
        {
          method: { like: 'POST', ignore_case: true },
          headers: { 'x-a': { like: '*' } },
          not: { any_of: [{ path: { like: '/get' } }] },
        },
        [],
      ],
      ['status:>=400', { status_range: { minimum: 400 } }, [2]],
      ['status:<=200', { status_range: { maximum: 200 } }, [1, 4]],
      ['status:<200', { status_range: { exclusiveMaximum: 200 } }, []],
      ['status:>200', { status_range: { exclusiveMinimum: 200 } }, [2]],
      ['ms:>500', { duration: { exclusiveMinimum: 500 } }, [2]],
      ['ms:3', { duration: { minimum: 3, maximum: 3 } }, [1, 3, 4]],
      ['size:>0.01k', { size: { exclusiveMinimum: 10.24 } }, [4]],
      ['sent:>=9', { sent: { minimum: 9 } }, [2]],
      ['sent:<1M', { sent: { exclusiveMaximum: 1024 ** 2 } }, [1, 2, 3, 4]],
      ['type:json', { type: { has: 'json' } }, [2]],
      ['type:TEXT/*', { type: { like: 'text/*' } }, [4]],
      ['query:q', { query: { q: { like: '*' } } }, [1]],
      ['query:q=Mona*', { query: { q: { like: 'Mona*' } } }, [1]],
      ['query:q=mona*', { query: { q: { like: 'mona*' } } }, []],
      ['target:/get?q=*', { target: { like: '/get?q=*' } }, [1]],
      ['client:127.0.0.1', { client: { like: '127.0.0.1' } }, [1, 2, 3, 5]],
      ['client:::1', { client: { like: '::1' } }, [4]],
      ['client:*:50000', { client: { like: '*:50000' } }, [1, 2, 3, 4, 5]],
      ['is:pending', { state: 'pending' }, [4]],
      ['is:sse', { state: 'sse' }, [4]],
      ['is:fault', { state: 'fault' }, [3, 5]],
      ['is:unmatched', { state: 'unmatched' }, [1]],
      ['is:websocket', { state: 'websocket' }, []],
      ['-is:again', { not: { any_of: [{ state: 'again' }] } }, [1, 2, 3, 4, 5]],
      ['after:2026-11-22T13:00Z', { started: { minimum: Date.UTC(2026, 10, 22, 13) } }, [2]],
      [
        'before:2026-11-22T14:00:00Z',
        { started: { exclusiveMaximum: Date.UTC(2026, 10, 22, 14) } },
        [1, 3, 4, 5],
      ],
      ['/get?q=Mona%20Lisa', { text: '/get?q=Mona%20Lisa' }, [1]],
      ['/get?q=http://a', { text: '/get?q=http://a' }, []],
      ['http://localhost:8080/get?q=', { url: { has: 'http://localhost:8080/get?q=' } }, []],
      ['method:POST OR path:/get', { any_of: [{ method: 'POST' }, { path: '/get' }] }, [1, 2]],
      [
        'mona -path:/get OR is:pending',
        { any_of: [{ text: 'mona', not: { path: '/get' } }, { state: 'pending' }] },
        [2, 4],
      ],
      ['"OR"', { text: 'OR' }, [5]],
    ];
    for (const [filter, match, ids] of cases) {
      assert.deepEqual(found(filter), ids, filter);
      assert.deepEqual(
        entries.filter(compileFilter(match)).map(({ id }) => id),
        ids,
        JSON.stringify(match),
      );
    }
  });

  it('finds a fault that was applied on purpose, and one of the connection', () => {
    const { response, ...others } = createExchange();
    assert.ok(response);
    const complete = { ...others, response: { ...response, fault: 'truncate@5' } };
    const broken = { ...complete, ended: 'server-rst' as const };
    for (const [filter, of] of [
      ['fault:truncate*', [broken, complete]],
      ['fault:server-rst', [broken]],
      ['fault:answered', []],
      ['-fault:*', []],
    ] as const)
      assert.deepEqual([broken, complete].filter(createFilter({ filter })), of, filter);
  });

  it('compares the time of day in the zone of the server', () => {
    const local = (hours: number, minutes: number, milliseconds = 0) =>
      createExchange({ startedAt: new Date(2026, 10, 21, hours, minutes, 0, milliseconds).getTime() });
    const at = [local(13, 59), local(14, 0), local(14, 1)];
    const count = (filter: string) => at.filter(createFilter({ filter })).length;
    assert.equal(count('after:14:00'), 2);
    assert.equal(count('before:14:00'), 1);
    assert.equal(count('after:14:00 before:14:00:30.5'), 1);
    const precise = [local(14, 0, 499), local(14, 0, 500)];
    assert.equal(precise.filter(createFilter({ filter: 'before:14:00:00.5' })).length, 1);
    assert.equal(precise.filter(createFilter({ filter: 'after:14:00:00.5' })).length, 1);
    assert.equal(count('after:2026-11-21'), 3);
    assert.equal(count('before:2026-11-21'), 0);
  });

  it('begins a date at midnight in the zone of the server', (t) => {
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    for (const [zone, midnight] of [
      ['Asia/Tokyo', '2026-11-20T15:00:00Z'],
      ['America/New_York', '2026-11-21T05:00:00Z'],
    ] as const) {
      process.env.TZ = zone;
      const times = [-1, 0, 1].map((distance) => Date.parse(midnight) + distance);
      const found = (filter: string) =>
        times.filter((startedAt) => createFilter({ filter })(createExchange({ startedAt })));
      assert.deepEqual(found('before:2026-11-21'), times.slice(0, 1), zone);
      assert.deepEqual(found('after:2026-11-21T00:00'), found('after:2026-11-21'), zone);
      assert.deepEqual(found('before:2026-11-21T00:00:00Z').length, zone === 'Asia/Tokyo' ? 3 : 0);
    }
  });

  it('is added to a match, whose members stay', () => {
    const words = { bin: { like: 'a' } };
    const not = { path: '/' };
    for (const [match, filter, both] of [
      [undefined, undefined, {}],
      [{ bin: 'b' }, undefined, { bin: 'b' }],
      [undefined, 'bin:a', words],
      [{ bin: 'b' }, 'bin:a', { bin: 'b', not: { any_of: [{ not: words }] } }],
      [{ bin: 'b', not }, 'bin:a', { bin: 'b', not: { any_of: [not, { not: words }] } }],
    ] as const)
      assert.deepEqual(withFilter(match, filter), both, JSON.stringify([match, filter]));
  });

  it('is empty without a text that is more than spaces', () => {
    for (const [parameters, isEmpty] of [
      [{}, true],
      [{ filter: undefined, bin: ' ' }, true],
      [{ filter: 'a', bin: undefined }, false],
      [{ filter: '', bin: 'a' }, false],
    ] as const)
      assert.equal(isEmptyFilter(parameters), isEmpty, JSON.stringify(parameters));
  });

  it('has the same conditions as parameters', () => {
    assert.deepEqual(listed({}), [1, 2, 3, 4, 5]);
    assert.deepEqual(listed({ method: 'GET', status: undefined }), [1, 4]);
    assert.deepEqual(listed({ bin: 't1', path: '/users/*', status: '5xx', body: 'mona', since: '1' }), [2]);
    assert.deepEqual(listed({ header: 'x-a:two', aborted: 'true' }), [3]);
    assert.deepEqual(listed({ text: 'hi: you' }), [4]);
    assert.deepEqual(listed({ filter: '-method:GET', fault: '*' }), [3, 5]);
    for (const [member, value] of [
      ['status', 'x'],
      ['query', '=1'],
      ['header', ':x'],
      ['ms', 'x'],
      ['size', 'x'],
      ['sent', 'x'],
      ['is', 'x'],
      ['after', 'x'],
      ['before', 'x'],
      ['aborted', 'x'],
      ['since', 'x'],
      ['connection', 'x'],
      ['path', '/a?b'],
    ] as const)
      assert.throws(() => createFilter({ [member]: value }), { name: 'InputError', member }, member);
  });
});
