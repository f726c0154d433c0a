import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bodyJson, bodyText } from './body-content.ts';
import { RequestContent } from './request-content.ts';

interface Given {
  readonly method?: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly type?: string;
  readonly coding?: string;
  readonly truncated?: boolean;
  readonly maxLength?: number;
}

function contentOf(body: string | Uint8Array, given: Given = {}): RequestContent {
  const { method = 'POST', query = [], type, coding, truncated = false, maxLength = 1000 } = given;
  const kept = Buffer.from(body);
  const headers = [
    ...(type === undefined ? [] : [['content-type', type] as const]),
    ...(coding === undefined ? [] : coding.split('; ').map((value) => ['Content-Encoding', value] as const)),
  ];
  return new RequestContent(
    { method, query, headers },
    { length: kept.length, sha256: null, kept, truncated },
    maxLength,
  );
}

const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('latin1');

describe('the content of a request', () => {
  it('is the body without its codings', () => {
    const gzip = gzipSync('text');
    for (const [content, isCoded, bytes, knownBytes] of [
      [contentOf('text'), false, 'text', 'text'],
      [contentOf('text', { coding: 'identity' }), false, 'text', 'text'],
      [contentOf(gzip, { coding: 'gzip' }), true, 'text', 'text'],
      [contentOf(gzip, { coding: 'x-gzip, identity' }), true, 'text', 'text'],
      [contentOf(gzipSync(gzip), { coding: 'gzip; gzip' }), true, 'text', 'text'],
      [contentOf(gzipSync('x'.repeat(1000)), { coding: 'gzip' }), true, 'x'.repeat(1000), 'x'.repeat(1000)],
      [contentOf(gzipSync('x'.repeat(1001)), { coding: 'gzip' }), true, null, null],
      [contentOf(gzipSync('abc'), { coding: 'gzip', maxLength: 2 }), true, null, null],
      [contentOf('text', { coding: 'gzip' }), true, null, null],
      [contentOf('text', { coding: 'other' }), true, null, null],
      [contentOf('', { coding: 'gzip' }), true, '', ''],
      [contentOf('', { coding: 'other' }), true, '', ''],
      [contentOf('text', { truncated: true }), false, null, 'text'],
      [contentOf(gzip, { coding: 'gzip', truncated: true }), true, null, null],
    ] as const)
      assert.deepEqual(
        [content.isCoded, textOf(content.bytes), textOf(content.knownBytes)],
        [isCoded, bytes, knownBytes],
      );
  });

  it('is a text of UTF-8, or of ISO-8859-1 if the media type says so', () => {
    const latin1 = Buffer.from('é', 'latin1');
    for (const [content, text] of [
      [contentOf(''), ''],
      [contentOf('é'), 'é'],
      [contentOf('\ufeffé'), '\ufeffé'],
      [contentOf(latin1), null],
      [contentOf(latin1, { type: 'text/plain; charset=utf-8' }), null],
      [contentOf(latin1, { type: 'text/plain; charset=ISO-8859-1' }), 'é'],
      [contentOf(latin1, { type: 'text/plain; charset="Latin1"' }), 'é'],
      // Not the euro sign of windows-1252.
      [contentOf(Buffer.of(0x80), { type: 'text/plain; charset=latin1' }), '\x80'],
      [contentOf(Buffer.of(0x80), { type: 'text/plain; charset=windows-1252' }), '€'],
      [contentOf('é', { type: 'text/plain; charset=latin1' }), 'Ã©'],
      [contentOf('a', { truncated: true }), null],
    ] as const)
      assert.equal(content.text, text);
  });

  it('is JSON, whatever its media type is', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const [content, json] of [
      [contentOf('{"a":1}', { type: 'text/plain' }), { value: { a: 1 }, text: '{"a":1}' }],
      [contentOf('1'), { value: 1, text: '1' }],
      [contentOf(' null '), { value: null, text: ' null ' }],
      [contentOf('\ufeff1'), { value: 1, text: '1' }],
      [contentOf(''), null],
      [contentOf('{'), null],
      [contentOf(Buffer.from('"é"', 'latin1')), null],
      [contentOf(deep(10_000)), null],
      [contentOf('1', { truncated: true }), null],
    ] as const)
      assert.deepEqual(content.json, json);
    const content = contentOf('[]');
    assert.equal(content.json, content.json);
  });

  it('is a form, or the parts of a multipart body, of these media types', () => {
    const type = 'Application/X-WWW-Form-Urlencoded; charset=utf-8';
    const many = (count: number) => Array.from({ length: count }, () => 'a=1').join('&');
    for (const [content, form] of [
      [
        contentOf('a=1&a=%C3%A9&b', { type }),
        [
          ['a', '1'],
          ['a', 'é'],
          ['b', ''],
        ],
      ],
      [contentOf('', { type }), []],
      [contentOf('a=1'), null],
      [contentOf('a=1', { type: 'text/plain' }), null],
      [contentOf('a=1', { type, truncated: true }), null],
      [contentOf(many(100_001), { type }), null],
    ] as const)
      assert.deepEqual(content.form, form);
    const body = '--x\r\nA: b\r\n\r\none\r\n--x\r\n\r\n\r\n--x--\r\n';
    for (const [content, parts] of [
      [
        contentOf(body, { type: 'Multipart/Mixed; boundary=x' }),
        [
          [[['A', 'b']], 'one'],
          [[], ''],
        ],
      ],
      [
        contentOf(body, { type: 'multipart/form-data; boundary="x"' }),
        [
          [[['A', 'b']], 'one'],
          [[], ''],
        ],
      ],
      [contentOf(body, { type: 'multipart/form-data' }), null],
      [contentOf(body, { type: 'multipart/form-data; boundary=y' }), null],
      [contentOf('one', { type: 'multipart/form-data; boundary=x' }), null],
      [contentOf(body, { type: 'text/plain; boundary=x' }), null],
      [contentOf(body), null],
      [contentOf(body, { type: 'multipart/mixed; boundary=x', truncated: true }), null],
      [contentOf('', { type: 'multipart/mixed; boundary=x' }), null],
    ] as const)
      assert.deepEqual(content.parts?.map((part) => [part.fields, textOf(part.content)]) ?? null, parts);
  });

  it('has the operations of GraphQL, from the body, or from the query of GET and HEAD', () => {
    const body = JSON.stringify({ query: 'query B { b }', variables: { id: 1 } });
    const query = [
      ['query', 'query A { a } query C { c }'],
      ['operationName', 'A'],
    ] as const;
    const of = (name: string, variables: unknown) => [{ name, type: 'query', variables }];
    for (const [content, operations] of [
      [contentOf(body), of('B', { id: 1 })],
      [contentOf(body, { query }), of('B', { id: 1 })],
      [contentOf('x'), []],
      [contentOf(body, { method: 'GET' }), []],
      [contentOf(body, { method: 'HEAD' }), []],
      [contentOf(body, { method: 'GET', query }), of('A', {})],
      [contentOf('', { method: 'HEAD', query: [...query, ['variables', '{"id":2}']] }), of('A', { id: 2 })],
      [contentOf('', { method: 'GET', query: [...query, ['variables', '{']] }), of('A', {})],
      [contentOf('', { method: 'GET', query: [['query', '{ a } { b }']] }), []],
      [contentOf('', { method: 'GET', query: [['variables', '{}']] }), []],
    ] as const)
      assert.deepEqual(content.operations, operations);
    const content = contentOf(body);
    assert.equal(content.operations, content.operations);
  });
});

it('the kept bytes of a body are a text, or JSON if they are complete', () => {
  const view = (text: string | Uint8Array, truncated: boolean) => {
    const kept = Buffer.from(text);
    return { length: kept.length, sha256: null, kept, truncated };
  };
  for (const [body, text, json] of [
    [view('{"a":1}', false), '{"a":1}', { value: { a: 1 } }],
    [view('null', false), 'null', { value: null }],
    [view('1', false), '1', { value: 1 }],
    [view('1', true), '1', undefined],
    [view('', false), '', undefined],
    [view('{', false), '{', undefined],
    [view('\ufeff1', false), '\ufeff1', undefined],
    [view(Buffer.from('"é"', 'latin1'), false), undefined, undefined],
    // A character that is cut is omitted, unless it is the whole body.
    [view(Buffer.from('aé').subarray(0, 2), true), 'a', undefined],
    [view(Buffer.from('aé').subarray(0, 2), false), undefined, undefined],
  ] as const)
    assert.deepEqual([bodyText(body), bodyJson(body)], [text, json]);
});
