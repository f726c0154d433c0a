import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { serve } from '../support/servers/serve.ts';
import type { WireRequest } from '../support/wire/wire.ts';

const FOLDER = path.join(import.meta.dirname, 'faults');
const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
const JSON_TYPE = [['Content-Type', 'application/json']] as const;
const TEXT = [['Content-Type', 'text/plain']] as const;

/** A request after the import, with the status, the content and some header fields of its response. */
type Exchange = readonly [
  request: WireRequest,
  status: number,
  body: string,
  fields?: Readonly<Record<string, string | undefined>>,
];

interface Expected {
  readonly options?: object;
  readonly leftOut?: readonly string[];
  readonly exchanges: readonly Exchange[];
}

const multipart = (value: string): WireRequest => ({
  method: 'POST',
  path: '/up',
  fields: [['Content-Type', 'multipart/form-data; boundary=other']],
  body: `--other\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${value}\r\n--other--\r\n`,
});
const post = (target: string, fields: WireRequest['fields'], body: string): WireRequest => ({
  method: 'POST',
  path: target,
  ...(fields && { fields }),
  body,
});

const EXPECTED: Readonly<Record<string, Expected>> = {
  'absolute-redirect': {
    exchanges: [
      [{ path: '/old' }, 302, '', { Location: '/new' }],
      [{ path: '/new' }, 200, 'NEW'],
    ],
  },
  'base64-postdata': {
    exchanges: [
      [post('/p', FORM, 'param1=value1'), 200, 'OK'],
      [post('/p', FORM, 'param1=value2'), 404, '*'],
    ],
  },
  'blocked-entry-first': {
    leftOut: ['0 GET https://tracker.example/a has no complete response'],
    exchanges: [[{ path: '/q' }, 200, 'Q']],
  },
  'charset-of-content-type': {
    exchanges: [
      [{ path: '/latin1' }, 200, '<p>\xe9</p>', { 'Content-Type': 'text/html; charset=iso-8859-1' }],
      [
        { path: '/sjis' },
        200,
        Buffer.from('<p>日本</p>').toString('latin1'),
        { 'Content-Type': 'text/html; charset=utf-8' },
      ],
    ],
  },
  'connect-first': {
    leftOut: ['0 CONNECT http://api.example:443 is a CONNECT request, which names no resource'],
    exchanges: [[{ path: '/q' }, 200, 'Q']],
  },
  'empty-mimetype': {
    exchanges: [
      [post('/p', JSON_TYPE, '{"a":2}'), 200, 'B'],
      [post('/p', JSON_TYPE, '{"a":1}'), 200, 'A'],
    ],
  },
  'entries-out-of-order': {
    exchanges: ['A', 'B', 'C'].map((text) => [{ path: '/o' }, 200, text] as const),
  },
  'firefox-bodies-not-included': {
    leftOut: ['0 GET https://api.example/logo.png has a response without its content'],
    exchanges: [[{ path: '/logo.png' }, 404, '*']],
  },
  'form-params-only': {
    exchanges: [
      [post('/v1/token', FORM, 'user=b'), 403, 'B'],
      [post('/v1/token', FORM, 'user=a'), 200, 'A'],
      [post('/v1/token', FORM, 'user=c'), 404, '*'],
    ],
  },
  'header-beyond-latin1': {
    exchanges: [
      [
        { path: '/d' },
        200,
        'D',
        { 'Content-Disposition': Buffer.from('attachment; filename="文.txt"').toString('latin1') },
      ],
    ],
  },
  'header-joined-by-line-feed': {
    options: { secrets: 'keep' },
    exchanges: [
      [{ path: '/ck' }, 200, 'C', { 'Set-Cookie': 'a=1; Path=/|b=2; Path=/' }],
      // The last one is of the CORS headers of the server.
      [{ path: '/v' }, 200, 'V', { Vary: 'Accept|Origin|Origin' }],
    ],
  },
  'mimetype-without-header': {
    exchanges: [
      [{ path: '/i.png' }, 200, '\x89PNG\r\n\x1a\n', { 'Content-Type': 'image/png' }],
      [{ path: '/j' }, 200, '{}', { 'Content-Type': 'application/json' }],
    ],
  },
  'multipart-bodies': {
    exchanges: [
      [multipart('b'), 200, 'B'],
      [multipart('a'), 200, 'A'],
      [multipart('c'), 404, '*'],
    ],
  },
  'null-missing-and-numeric-members': {
    exchanges: [
      [{ method: 'DELETE', path: '/c' }, 204, ''],
      [{ path: '/nc' }, 204, ''],
      [{ path: '/num' }, 200, 'N', { 'X-Count': '754' }],
    ],
  },
  'text-bodies': {
    exchanges: [
      [post('/t', TEXT, 'b'), 200, 'B'],
      [post('/t', TEXT, 'a'), 200, 'A'],
      [post('/t', TEXT, 'c'), 404, '*'],
    ],
  },
  'unescaped-query': {
    exchanges: [
      [{ path: '/q1?n=%C3%A9' }, 200, 'OK'],
      [{ path: '/q2?n=%E6%96%87' }, 200, 'OK'],
    ],
  },
  'websocket-messages-null': { exchanges: [[{ path: '/a' }, 200, 'A']] },
};

describe('an archive as tools write it', () => {
  for (const [name, { options, leftOut = [], exchanges }] of Object.entries(EXPECTED))
    it(`answers as recorded: ${name}`, async (t) => {
      const server = await serve(t);
      const archive = JSON.parse(await readFile(path.join(FOLDER, `${name}.har`), 'utf8'));
      const imported = await server.send({
        method: 'POST',
        path: '/_sparring/rules/import',
        body: JSON.stringify({ ...archive, ...options }),
      });
      assert.equal(imported.status, 200, imported.text());
      const { left_out: found } = JSON.parse(imported.text());
      assert.deepEqual(
        found.map((each: { entry: number; method: string; url: string; reason: string }) =>
          [each.entry, each.method, each.url, each.reason].join(' '),
        ),
        leftOut,
      );
      for (const [request, status, body, fields = {}] of exchanges) {
        const response = await server.send(request);
        const about = JSON.stringify(request);
        assert.equal(response.status, status, about);
        if (body !== '*') assert.equal(response.body.toString('latin1'), body, about);
        for (const [field, value] of Object.entries(fields)) {
          const values = response.fields.filter(([other]) => other.toLowerCase() === field.toLowerCase());
          assert.equal(values.map(([, each]) => each).join('|'), value, about);
        }
      }
    });
});
