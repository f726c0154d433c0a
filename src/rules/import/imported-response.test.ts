import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readEntry } from './har/read-entry.ts';
import { buildImportedResponse } from './imported-response.ts';
import { OwnUrls } from './own-urls.ts';

const LIMITS = {
  maxDuration: 10_000,
  maxGeneratedSize: 1000,
  maxBodySize: 100,
  enabledLabs: [],
  allowedRedirectDomains: ['example.org'],
  accountPaths: ['/login'],
  sharesAccountsOrigin: true,
  sharesAccountsHost: true,
};

type Headers = readonly (readonly [string, string])[];

interface Given {
  readonly keepsSecrets?: boolean;
  readonly url?: string;
  readonly base?: string;
  readonly bin?: string;
  /** The path of the rule. */
  readonly path?: string;
  readonly response?: object;
}

function responseOf(headers: Headers, content: object = { size: 0 }, given: Given = {}) {
  const { keepsSecrets = false, url = 'http://h/a/b', base, bin = null, path = '/a/b', response } = given;
  const { entry, problem } = readEntry({
    request: { method: 'GET', url },
    response: {
      status: 201,
      headers: headers.map(([name, value]) => ({ name, value })),
      content,
      ...response,
    },
    _bin: bin,
  });
  assert.ok(entry, String(problem));
  const own = new OwnUrls(new Set([entry.request.url.host]), base);
  return buildImportedResponse(entry, path, { own, keepsSecrets, limits: LIMITS });
}

/** The headers of the response, the target of its redirect, and the notes. */
function headersOf(headers: Headers, given?: Given) {
  const { form, notes } = responseOf(headers, undefined, given);
  return [form.redirect, form.headers, ...notes];
}

describe('the response of an entry', () => {
  it('has the headers that do not depend on the connection, the time and the coding', () => {
    const headers: Headers = [
      ['X-Two', 'b'],
      ...['Connection', 'keep-alive', 'TRANSFER-ENCODING', 'Content-Length', 'Upgrade'].map(
        (name) => [name, '1'] as const,
      ),
      ...['Alt-Svc', 'CONTENT-ENCODING', 'Date', ':status'].map((name) => [name, 'a'] as const),
      ['content-type', 'a/b'],
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
    assert.deepEqual(responseOf(headers), {
      form: { status: 201, headers: [...kept, ...others], body: '', type: 'a/b' },
      notes: [
        'leaves out Alt-Svc, which names other servers',
        'leaves out Set-Cookie, which `secrets: keep` (--keep-cookies) keeps',
      ],
    });
    assert.deepEqual(responseOf(headers, { size: 0 }, { keepsSecrets: true }).form.headers, [
      ...kept,
      ['Set-Cookie', 'a=1; Path=/a'],
      ['set-cookie', 'b=1; Path=/a'],
      ...others,
    ]);
    assert.deepEqual(responseOf([['Date', 'now']]), { form: { status: 201 }, notes: [] });
  });

  it('leaves out the headers that it cannot have, and says why', () => {
    const headers: Headers = [
      ['Clear-Site-Data', '*'],
      ['X-A', '1'],
      ['X B', '1'],
      ['X-C', 'a\0'],
      ['Clear-Site-Data', '*'],
      ['Set-Cookie', 'a=1; Path=/login'],
      ['X-D', 'a\nb'],
      ['X-E', 'é 文'],
    ];
    const kept = [
      ['X-A', '1'],
      ['X-D', 'a'],
      ['X-D', 'b'],
      ['X-E', Buffer.from('é 文').toString('latin1')],
    ];
    const [, found, ...notes] = headersOf(headers, { keepsSecrets: true });
    assert.deepEqual(found, kept);
    const expected = [
      /^leaves out Clear-Site-Data: Clear-Site-Data would affect this origin/,
      /^leaves out X B: must begin with a header name/,
      /^leaves out X-C: X-C cannot have this value/,
      /^leaves out Set-Cookie: A cookie with this Path/,
      /^sends X-E in UTF-8$/,
    ];
    assert.equal(notes.length, expected.length);
    for (const [index, pattern] of expected.entries()) assert.match(String(notes[index]), pattern);
    const many: Headers = Array.from({ length: 70 }, (_, index) => [`X-${index}`, '1']);
    const [, first, note] = headersOf(many);
    assert.deepEqual([first?.length, note], [63, 'leaves out 7 headers after the first 63']);
  });

  it('leads to the rules where the recorded response led to the recorded service', () => {
    const { example: _, ...options } = {
      example: 0,
      url: 'https://h:8443/base/v1/a',
      base: '/base',
      path: '/v1/a',
    };
    const path = 'sends Location as a path of the rules';
    for (const [target, given, redirect, kept, ...notes] of [
      ['http://h/new?a=1#b', {}, '/new?a=1#b', undefined, path],
      ['https://h/new', {}, '/new', undefined, path],
      ['//h/new', {}, '/new', undefined, path],
      ['/new', {}, '/new', undefined],
      ['new', {}, undefined, 'new'],
      ['?page=2', {}, undefined, '?page=2'],
      ['http://h:80//x', {}, '/.//x', undefined, path],
      [
        'http://h:81/new',
        {},
        undefined,
        'http://h:81/new',
        'leaves out Location: Redirects to this host are not allowed. Allowed hosts: example.org',
        'keeps Location, which leads to http://h:81',
      ],
      [
        'https://example.org/a',
        {},
        undefined,
        'https://example.org/a',
        'keeps Location, which leads to https://example.org',
      ],
      ['http://h/é', {}, '/%C3%A9', undefined, path],
      ['https://h:8443/base/v1/b', options, '/v1/b', undefined, path],
      ['/base/v1/b', options, '/v1/b', undefined, path],
      ['b', options, undefined, 'b'],
      ['é', {}, undefined, '%C3%A9', 'sends Location percent-encoded'],
      ['../../base/v1/b', options, '/v1/b', undefined, path],
      [
        '/other',
        options,
        undefined,
        '/other',
        'keeps Location, which leads to https://h:8443, beside the base',
      ],
      ['/bin/b1/new', { url: 'http://h/bin/b1/old', bin: 'b1', path: '/old' }, '/new', undefined, path],
      [
        '/new',
        { url: 'http://h/bin/b1/old', bin: 'b1', path: '/old' },
        undefined,
        '/new',
        'keeps Location, which leads to http://h, beside the base',
      ],
    ] as readonly (readonly [string, Given, string | undefined, string | undefined, ...string[]])[]) {
      const [found, headers, ...said] = headersOf([['Location', target]], given);
      const isAllowed = !notes.some((note) => note.startsWith('leaves out'));
      assert.deepEqual(
        [found, headers, said.sort()],
        [redirect, kept !== undefined && isAllowed ? [['Location', kept]] : undefined, notes.toSorted()],
        target,
      );
    }
  });

  it('refers to paths of the rules, and names the other URLs of the recorded service', () => {
    const given = { url: 'https://h/base/v1/a', base: '/base', path: '/v1/a' };
    assert.deepEqual(
      headersOf(
        [
          [
            'Link',
            '<https://h/base/v1/a?page=2>; rel="next", <https://other.example/>; rel=x, </base/b>; rel=y',
          ],
          ['Content-Location', 'https://h/base/v1/'],
          ['Refresh', '5; url=https://h/base/v2/c'],
          ['X-Next', 'see https://H:443/base/d'],
          ['X-Other', 'https://h.example/ https://h:1/'],
        ],
        given,
      ),
      [
        undefined,
        [
          ['Link', '<a?page=2>; rel="next", <https://other.example/>; rel=x, <../b>; rel=y'],
          ['Content-Location', './'],
          ['Refresh', '5; url=../v2/c'],
          ['X-Next', 'see https://H:443/base/d'],
          ['X-Other', 'https://h.example/ https://h:1/'],
        ],
        'sends a URL in Link as a path of the rules',
        'keeps Link, which leads to https://other.example',
        'sends a URL in Content-Location as a path of the rules',
        'sends a URL in Refresh as a path of the rules',
        'keeps a URL of https://H:443 in X-Next',
      ],
    );
    for (const [text, ...notes] of [
      ['{"next":"https://h/base/v1?page=2"}', 'keeps URLs of https://h in the content'],
      ['{"next":"http:\\/\\/h\\/base"}', 'keeps URLs of http://h in the content'],
      ['{"next":"https://h.example/"}'],
    ] as const)
      assert.deepEqual(responseOf([], { text }, given).notes, notes, text);
  });

  it('has what only other members than the headers say', () => {
    const moved = { response: { status: 302, redirectURL: 'http://h/new', headers: null } };
    assert.deepEqual(responseOf([], { size: 0, mimeType: 'x-unknown' }, moved), {
      form: { status: 302, redirect: '/new' },
      notes: [
        'sends Location as a path of the rules',
        'sends Location, which the recorded headers do not have',
      ],
    });
    assert.deepEqual(responseOf([], { text: 'a', mimeType: 'text/css' }), {
      form: { status: 201, body: 'a', type: 'text/css' },
      notes: ['sends Content-Type, which the recorded headers do not have'],
    });
    assert.deepEqual(responseOf([['Content-Type', 'text/html']], { text: 'a', mimeType: 'text/css' }), {
      form: { status: 201, body: 'a', type: 'text/html' },
      notes: [],
    });
    // Clients do not show the content of a redirect, and recorders omit it.
    assert.deepEqual(responseOf([['Location', '/new']], { size: -1 }, { response: { status: 307 } }), {
      form: { status: 307, redirect: '/new' },
      notes: ['sends no content'],
    });
    const others = { _trailers: [{ name: 'X', value: '1' }], _informational: [{}], statusText: 'Made' };
    assert.deepEqual(responseOf([], { size: 0 }, { response: others }).notes, [
      'leaves out the trailers',
      'leaves out the informational responses',
      'sends the usual reason phrase',
    ]);
    assert.deepEqual(responseOf([], { size: 0 }, { response: { statusText: 'CREATED' } }).notes, []);
    // A status without content keeps its type, and a type that no directive can have stays, too.
    const empty = { response: { status: 204 } };
    assert.deepEqual(responseOf([['Content-Type', 'text/a']], { text: 'a' }, empty), {
      form: { status: 204, headers: [['Content-Type', 'text/a']] },
      notes: ['sends no content'],
    });
    assert.deepEqual(responseOf([['content-type', 'text']], { text: 'a' }), {
      form: { status: 201, headers: [['Content-Type', 'text']], body: 'a' },
      notes: [],
    });
    const types: Headers = [
      ['Content-Type', 'a\0'],
      ['Content-Type', 'text/a'],
    ];
    assert.deepEqual(responseOf(types, { text: 'a' }), {
      form: { status: 201, body: 'a', type: 'text/a' },
      notes: ['leaves out a Content-Type'],
    });
  });

  it('has text in the charset of its type, or names UTF-8', () => {
    const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
    const renamed = (charset: string) => [
      `sends the text in UTF-8, and names this charset in place of ${charset}`,
    ];
    for (const [type, text, form, notes = []] of [
      ['text/a; charset=iso-8859-1', 'é', { body: 'é', charset: 'iso-8859-1' }],
      ['text/a; charset="ISO-8859-1"', '{"a":"é"}', { body: '{"a":"é"}', charset: 'iso-8859-1' }],
      ['text/a; charset=iso-8859-1', '{"a":"e"}', { json: { a: 'e' } }],
      // The label means windows-1252 (WHATWG Encoding §4.2).
      ['text/a; charset=iso-8859-1', '€', { base64: base64('\x80') }],
      ['text/a; charset=windows-1251', 'Я', { base64: base64('\xdf') }],
      ['text/a; charset=UTF8', 'Я', { body: 'Я' }],
      ['text/a', 'Я', { body: 'Я' }],
      [
        'text/a; charset=Shift_JIS; x=1',
        '日',
        { body: '日', type: 'text/a; x=1; charset=utf-8' },
        renamed('Shift_JIS'),
      ],
      ['text/a; charset=utf-16', 'é', { body: 'é', type: 'text/a; charset=utf-8' }, renamed('utf-16')],
      ['text/a; charset=none', 'é', { body: 'é', type: 'text/a; charset=utf-8' }, renamed('none')],
      [
        'text/a; charset=iso-8859-1',
        '日',
        { body: '日', type: 'text/a; charset=utf-8' },
        renamed('iso-8859-1'),
      ],
      ['text/html', '<meta charset="latin1">é', { body: '<meta charset="latin1">é', charset: 'iso-8859-1' }],
      [
        'text/xml',
        '<?xml version="1.0" encoding="EUC-JP"?>日',
        { body: '<?xml version="1.0" encoding="EUC-JP"?>日', type: 'text/xml; charset=utf-8' },
        renamed('EUC-JP'),
      ],
    ] as readonly (readonly [string, string, object, string[]?])[])
      assert.deepEqual(
        responseOf([['Content-Type', type]], { text }),
        { form: { status: 201, type, ...form }, notes },
        `${type} ${text}`,
      );
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
      [[], { size: 0 }, {}],
      [[], { text: '' }, {}],
      [type, { size: 0 }, { body: '', type: 'text/a' }],
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
      [type, { text: 'YQ==', encoding: ' BASE64' }, { body: 'a', type: 'text/a' }],
      [type, { text: 'a', encoding: null }, { body: 'a', type: 'text/a' }],
      [type, base64(gzip), { base64: gzip.toString('base64'), type: 'text/a' }],
      [coded('gzip'), base64(gzipSync('x'.repeat(100))), { body: 'x'.repeat(100), type: 'text/a' }],
      [coded('gzip'), base64(large), { base64: large.toString('base64'), type: 'text/a' }],
    ] as readonly (readonly [Headers, object, object])[])
      assert.deepEqual(
        responseOf(headers, content).form,
        { status: 201, ...expected },
        JSON.stringify([headers, content]),
      );
  });
});
