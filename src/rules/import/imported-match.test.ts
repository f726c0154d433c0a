import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HarEntry } from './har-entry.ts';
import { toMatch } from './imported-match.ts';

const NONE: ReadonlySet<string> = new Set();

function entryOf(request: Partial<HarEntry['request']> = {}, bin?: string | null): HarEntry {
  return {
    request: { method: 'GET', url: 'http://h/', ...request },
    response: { status: 200, headers: [], content: {} },
    ...(bin !== undefined && { _bin: bin }),
  };
}

describe('the match of a recorded request', () => {
  it('has the method and the path, literally if it could be a template', () => {
    for (const [path, expected] of [
      ['/', '/'],
      ['/a/b', '/a/b'],
      ['/a{b}', { is: '/a{b}' }],
      ['/a}', { is: '/a}' }],
      ['/a*', { is: '/a*' }],
      ['/a%20b', { is: '/a%20b' }],
      ['/bin/b1/a', '/bin/b1/a'],
    ] as const)
      assert.deepEqual(toMatch(entryOf({ method: 'PUT' }), path, '', NONE), {
        method: 'PUT',
        path: expected,
        query_only: true,
      });
    for (const [path, expected] of [
      ['/bin/b1/a', '/a'],
      ['/bin/b1/', '/'],
      ['/bin/b2/a', '/bin/b2/a'],
      ['/a/bin/b1/', '/a/bin/b1/'],
      ['/bin/b1', '/bin/b1'],
    ] as const)
      assert.equal(toMatch(entryOf({}, 'b1'), path, '', NONE).path, expected);
    assert.equal(toMatch(entryOf({}, null), '/a', '', NONE).path, '/a');
  });

  it('has the query without the parameters that are ignored', () => {
    for (const [query, ignored, expected] of [
      ['', [], { query_only: true }],
      ['a=1', [], { query: { a: '1' }, query_only: true }],
      ['a=1&b&a=%C3%A9+', [], { query: { a: ['1', 'é '], b: '' }, query_only: true }],
      ['a=1&a=2&a=3', [], { query: { a: ['1', '2', '3'] }, query_only: true }],
      ['a=1&b=2', ['a'], { query: { b: '2' } }],
      ['a=1', ['a'], {}],
      ['a=1', ['b'], { query: { a: '1' } }],
      ['', ['a'], {}],
    ] as const)
      assert.deepEqual(
        toMatch(entryOf(), '/a', query, new Set<string>(ignored)),
        { method: 'GET', path: '/a', ...expected },
        query,
      );
  });

  it('has the body if it is JSON or a form', () => {
    const json = 'application/json';
    const form = 'application/x-www-form-urlencoded';
    const field = (name: string, value: string) => ({ headers: [{ name, value }] });
    const cases: readonly (readonly [request: Partial<HarEntry['request']>, body: unknown])[] = [
      [{}, undefined],
      [{ postData: {} }, undefined],
      [{ postData: { mimeType: json } }, undefined],
      [{ postData: { mimeType: json, text: '' } }, undefined],
      [{ postData: { mimeType: json, text: '{"a":1}' } }, { json: { a: 1 } }],
      [{ postData: { mimeType: json, text: 'null' } }, { json: null }],
      [{ postData: { mimeType: 'Application/JSON; charset=utf-8', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: 'application/vnd.a-b_1+json', text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: `application/${'x'.repeat(100)}+json`, text: '1' } }, { json: 1 }],
      [{ postData: { mimeType: `application/${'x'.repeat(101)}+json`, text: '1' } }, undefined],
      [{ postData: { mimeType: 'x-application/json', text: '1' } }, undefined],
      [{ postData: { mimeType: 'application/json5', text: '1' } }, undefined],
      [{ postData: { mimeType: 'application/+json', text: '1' } }, undefined],
      [{ postData: { mimeType: 'text/plain', text: '1' } }, undefined],
      [{ postData: { mimeType: '', text: '1' } }, undefined],
      [{ postData: { mimeType: json, text: '{' } }, { text: '{' }],
      [{ postData: { mimeType: json, text: '9007199254740991' } }, { json: 9007199254740991 }],
      [{ postData: { mimeType: json, text: '[9007199254740993]' } }, { text: '[9007199254740993]' }],
      [{ postData: { mimeType: form, text: 'a=1&b=%C3%A9&a=2' } }, { form: { a: ['1', '2'], b: 'é' } }],
      [{ postData: { mimeType: `${form}; charset=utf-8`, text: 'a' } }, { form: { a: '' } }],
      // The media type of the data precedes that of the header.
      [{ ...field('content-type', json), postData: { text: '1' } }, { json: 1 }],
      [{ ...field('Content-Type', json), postData: { mimeType: 'text/plain', text: '1' } }, undefined],
      [{ ...field('X-Type', json), postData: { text: '1' } }, undefined],
      [{ postData: { text: '1' } }, undefined],
    ];
    for (const [request, body] of cases)
      assert.deepEqual(
        toMatch(entryOf(request), '/a', '', NONE),
        { method: 'GET', path: '/a', query_only: true, ...(body !== undefined && { body }) },
        JSON.stringify(request),
      );
  });
});
