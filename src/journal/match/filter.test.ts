import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure } from '../../../test/support/recorded-exchange.ts';
import { createFilter, type FilterParameters, parseFilter } from './filter.ts';

const entries = [
  createExchange({ id: 1, target: '/get?q=Mona%20Lisa', headers: [['X-A', 'one']], endpoint: '/get' }),
  createExchange({
    id: 2,
    method: 'POST',
    target: '/bin/t1/users/5',
    bin: 't1',
    body: 'name=mona',
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
    response: { body: 'It said "hi: you"', headers: [['X-B', 'c']] },
    connection: { id: 7, requestNumber: 2, protocol: 'HTTP/2' },
  }),
  { ...createFailure('parser-error', 'NOPE\r\n', 'HPE_INVALID_METHOD'), id: 5 },
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
      ['invalid_method', [5]],
      ['503', [2]],
      ['nope', [5]],
      ['a - b', [3, 4]],
    ] as const)
      assert.deepEqual(found(filter), ids, filter);
  });

  it('is rejected with the reason', () => {
    for (const [filter, expected] of [
      ['methd:GET', /^filter: "methd" is not known \(did you mean method\?\); quotation marks enclose/],
      ['localhost:8080', /^filter: "localhost" is not known; quotation marks enclose a text with a colon$/],
      ['constructor:x', /is not known/],
      ['status:5', /^status: must be a status such as 404, or a class such as 5xx$/],
      ['status:*', /^status: must be/],
      ['method:', /^filter: method has no value$/],
      ['path:"/a', /^filter: has a quotation mark without an end$/],
      ['"a\\"', /without an end$/],
      ['header:=x', /^header: must be NAME or NAME:VALUE$/],
      ...['x', 'x1', '1x', '1'.repeat(16)].flatMap((value) => [
        [`since:${value}`, /^since: must be the id of an entry$/] as const,
        [`connection:${value}`, /^connection: must be the number of a connection$/] as const,
      ]),
      ['connection:-1', /^connection: must be the number/],
      ['status:1404', /^status: must be/],
      ['status:4045', /^status: must be/],
      ['status:099', /^status: must be/],
      ['aborted:yes', /^aborted: must be true or false$/],
      ['a '.repeat(51), /^filter: must have at most 50 words$/],
      ['a'.repeat(1001), /^filter: must be at most 1000 characters long$/],
    ] as const)
      assert.throws(
        () => createFilter({ filter }),
        { name: 'InputError', message: expected },
        filter.slice(0, 40),
      );
  });

  it('is parsed to a match', () => {
    const method = { like: 'POST', ignore_case: true };
    for (const [text, match] of [
      ['', {}],
      ['method:POST header:x-a:b status:5XX', { method, headers: { 'x-a': { like: 'b' } }, status: '5xx' }],
      ['a -path:/get', { text: 'a', not: { any_of: [{ path: { like: '/get' } }] } }],
      // A second condition for the same member.
      ['bin:a bin:b', { bin: { like: 'a' }, not: { any_of: [{ not: { bin: { like: 'b' } } }] } }],
    ] as const)
      assert.deepEqual(parseFilter(text), match, text);
    assert.deepEqual(found('method:P* method:*T'), [2, 3]);
    assert.deepEqual(found('method:P* method:*UT'), [3]);
  });

  it('has the same conditions as parameters', () => {
    assert.deepEqual(listed({}), [1, 2, 3, 4, 5]);
    assert.deepEqual(listed({ method: 'GET', status: undefined }), [1, 4]);
    assert.deepEqual(listed({ bin: 't1', path: '/users/*', status: '5xx', body: 'mona', since: '1' }), [2]);
    assert.deepEqual(listed({ header: 'x-a:two', aborted: 'true' }), [3]);
    assert.deepEqual(listed({ text: 'hi: you' }), [4]);
    assert.deepEqual(listed({ filter: '-method:GET', fault: '*' }), [3, 5]);
    assert.throws(() => createFilter({ status: 'x' }), { name: 'InputError', member: 'status' });
  });
});
