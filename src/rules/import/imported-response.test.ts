import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HarEntry } from './har-entry.ts';
import { toResponse } from './imported-response.ts';

const LIMITS = {
  ...{ maxDuration: 10_000, maxGeneratedSize: 1000, maxBodySize: 100, enabledLabs: [] },
  ...{ allowedRedirectDomains: ['example.org'], accountPaths: ['/login'] },
  ...{ sharesAccountsOrigin: true, sharesAccountsHost: true },
};

type Headers = readonly (readonly [string, string])[];

function responseOf(headers: Headers, content: HarEntry['response']['content'], keepsSecrets = false) {
  const entry: HarEntry = {
    request: { method: 'GET', url: 'http://h/' },
    response: { status: 201, headers: headers.map(([name, value]) => ({ name, value })), content },
  };
  return toResponse(entry, { keepsSecrets, limits: LIMITS });
}

describe('the response of an entry', () => {
  it('has the headers that do not depend on the connection, the time and the coding', () => {
    const headers: Headers = [
      ['X-Two', 'b'],
      ...['Connection', 'keep-alive', 'TRANSFER-ENCODING', 'Content-Length', 'Upgrade'].map(
        (name) => [name, '1'] as const,
      ),
      ...['Alt-Svc', 'CONTENT-ENCODING', 'content-type', 'Date', ':status'].map(
        (name) => [name, 'a'] as const,
      ),
      ['x-one', ' a'],
      ['X-Two', 'c'],
      ['Set-Cookie', 'a=1; Path=/a'],
      ['set-cookie', 'b=1; Path=/a'],
      ['X-Set-Cookie', 'c'],
      ['Set-Cookie2', 'd'],
    ];
    const kept = [
      ['X-Two', 'b'],
      ['x-one', ' a'],
      ['X-Two', 'c'],
    ];
    const others = [
      ['X-Set-Cookie', 'c'],
      ['Set-Cookie2', 'd'],
    ];
    assert.deepEqual(responseOf(headers, {}), {
      form: { status: 201, headers: [...kept, ...others], body: '', type: 'a' },
      leftOut: [],
    });
    assert.deepEqual(responseOf(headers, {}, true).form.headers, [
      ...kept,
      ['Set-Cookie', 'a=1; Path=/a'],
      ['set-cookie', 'b=1; Path=/a'],
      ...others,
    ]);
    assert.deepEqual(responseOf([['Date', 'now']], {}), { form: { status: 201 }, leftOut: [] });
  });

  it('names the headers that are not allowed, each once', () => {
    const headers: Headers = [
      ['Clear-Site-Data', '*'],
      ['X-A', '1'],
      ['Location', 'https://other.example/'],
      ['Clear-Site-Data', '*'],
      ['Set-Cookie', 'a=1; Path=/login'],
      ['X-B', '2'],
    ];
    const form = {
      status: 201,
      headers: [
        ['X-A', '1'],
        ['X-B', '2'],
      ],
    };
    assert.deepEqual(responseOf(headers, {}), { form, leftOut: ['Clear-Site-Data', 'Location'] });
    assert.deepEqual(responseOf(headers, {}, true).leftOut, ['Clear-Site-Data', 'Location', 'Set-Cookie']);
    assert.deepEqual(responseOf([['Location', 'https://example.org/']], {}).form.headers, [
      ['Location', 'https://example.org/'],
    ]);
  });

  it('has its content as JSON, as text or in base64, without its codings', () => {
    const base64 = (content: string | Uint8Array) => ({
      text: Buffer.from(content).toString('base64'),
      encoding: 'base64',
    });
    const type: Headers = [['content-type', 'text/a']];
    const coded = (coding: string): Headers => [...type, ['Content-Encoding', coding]];
    const gzip = gzipSync('{"a":1}');
    const large = gzipSync('x'.repeat(101));
    const latin1 = Buffer.from('é', 'latin1');
    for (const [headers, content, expected] of [
      [[], {}, {}],
      [[], { text: '' }, {}],
      [type, {}, { body: '', type: 'text/a' }],
      [type, { text: '' }, { body: '', type: 'text/a' }],
      [[], { text: 'a' }, { body: 'a', type: 'none' }],
      [type, { text: '{"a":1}' }, { json: { a: 1 }, type: 'text/a' }],
      [type, { text: 'null' }, { json: null, type: 'text/a' }],
      [type, { text: '{"a": 1}' }, { body: '{"a": 1}', type: 'text/a' }],
      [type, { text: '1.0' }, { body: '1.0', type: 'text/a' }],
      [type, { text: '9007199254740993' }, { body: '9007199254740993', type: 'text/a' }],
      [type, { text: 'YQ==', encoding: 'utf-8' }, { body: 'YQ==', type: 'text/a' }],
      [type, base64('é'), { body: 'é', type: 'text/a' }],
      [type, base64('[1]'), { json: [1], type: 'text/a' }],
      [type, base64('\ufeffa'), { body: '\ufeffa', type: 'text/a' }],
      [type, base64(latin1), { base64: latin1.toString('base64'), type: 'text/a' }],
      [coded('gzip'), base64(gzip), { json: { a: 1 }, type: 'text/a' }],
      [coded('gzip, br'), base64(brotliCompressSync(gzip)), { json: { a: 1 }, type: 'text/a' }],
      [
        [...coded('gzip'), ['Content-Encoding', 'br']],
        base64(brotliCompressSync(gzip)),
        { json: { a: 1 }, type: 'text/a' },
      ],
      // Some recorders keep the decoded content.
      [coded('gzip'), base64('text'), { body: 'text', type: 'text/a' }],
      [coded('other'), base64('text'), { body: 'text', type: 'text/a' }],
      [coded('gzip'), { text: 'text' }, { body: 'text', type: 'text/a' }],
      [type, base64(gzip), { base64: gzip.toString('base64'), type: 'text/a' }],
      [coded('gzip'), base64(gzipSync('x'.repeat(100))), { body: 'x'.repeat(100), type: 'text/a' }],
      [coded('gzip'), base64(large), { base64: large.toString('base64'), type: 'text/a' }],
    ] as readonly (readonly [Headers, HarEntry['response']['content'], object])[])
      assert.deepEqual(
        responseOf(headers, content).form,
        { status: 201, ...expected },
        JSON.stringify([headers, content]),
      );
  });
});
