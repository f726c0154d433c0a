import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { harSchema } from '#test/support/har-schema.ts';
import { createExchange, createFailure, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { createRedaction, NO_REDACTION } from '../views/redaction.ts';
import { toHar } from './har.ts';

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(harSchema);

/** The entry of an exchange in a valid archive. */
function harEntry(parts: ExchangeParts, redaction = NO_REDACTION) {
  const har: ReturnType<typeof toHar> = JSON.parse(
    JSON.stringify(toHar([createExchange(parts)], { version: '1.0.0', redaction })),
  );
  assert.ok(validate(har), ajv.errorsText(validate.errors));
  const [entry] = har.log.entries;
  assert.ok(entry);
  return entry;
}

describe('an HTTP Archive', () => {
  it('has the members of the standard', () => {
    const { request, response, ...entry } = harEntry({
      id: 7,
      bin: 't1',
      method: 'POST',
      target: '/bin/t1/post?a=1&a=%20',
      headers: [
        ['Host', 'localhost:8080'],
        ['X-a', '1'],
        ['X-A', '2'],
        ['Content-Type', 'text/plain'],
        ['Cookie', 'a=1; b=2'],
      ],
      body: 'grüße',
      response: {
        headers: [
          ['Content-Type', 'application/json'],
          ['Location', '/x'],
          ['Set-Cookie', 'a=1; Path=/; Expires=Sun, 06 Nov 1994 08:49:37 GMT; HttpOnly'],
        ],
        body: '{}',
      },
      endpoint: '/post',
      ms: { body: 1.5, firstByte: 2.25, done: 10 },
      connection: { id: 3, requestNumber: 2 },
    });
    assert.deepEqual(entry, {
      startedDateTime: '2026-11-22T12:00:00.000Z',
      time: 10,
      cache: {},
      timings: { send: 1.5, wait: 0.75, receive: 7.75 },
      connection: '3',
      _id: 7,
      _bin: 't1',
      _endpoint: '/post',
      _ended: 'answered',
      _requestNumber: 2,
    });
    assert.deepEqual(request, {
      method: 'POST',
      url: 'http://localhost:8080/bin/t1/post?a=1&a=%20',
      httpVersion: 'HTTP/1.1',
      cookies: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
      headers: [
        { name: 'Host', value: 'localhost:8080' },
        { name: 'X-a', value: '1' },
        { name: 'X-A', value: '2' },
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'Cookie', value: 'a=1; b=2' },
      ],
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: ' ' },
      ],
      postData: { mimeType: 'text/plain', text: 'grüße' },
      headersSize: Buffer.byteLength(
        'POST /bin/t1/post?a=1&a=%20 HTTP/1.1\r\nHost: localhost:8080\r\nX-a: 1\r\nX-A: 2\r\nContent-Type: text/plain\r\nCookie: a=1; b=2\r\n\r\n',
      ),
      bodySize: 7,
      _target: '/bin/t1/post?a=1&a=%20',
      _sha256: createExchange({ body: 'grüße' }).request.body.sha256,
    });
    const cookie = 'a=1; Path=/; Expires=Sun, 06 Nov 1994 08:49:37 GMT; HttpOnly';
    assert.deepEqual(response, {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [
        {
          name: 'a',
          value: '1',
          path: '/',
          expires: '1994-11-06T08:49:37.000Z',
          httpOnly: true,
          secure: false,
        },
      ],
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Location', value: '/x' },
        { name: 'Set-Cookie', value: cookie },
      ],
      content: { size: 2, mimeType: 'application/json', text: '{}' },
      redirectURL: '/x',
      headersSize: Buffer.byteLength(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nLocation: /x\r\nSet-Cookie: ${cookie}\r\n\r\n`,
      ),
      bodySize: 2,
      _transferSize: response.headersSize + 2,
      _sha256: createExchange({ body: '{}' }).request.body.sha256,
    });
  });

  it('has further members of exchanges that have them', () => {
    const exchange = createExchange({
      method: 'POST',
      headers: [['content-type', 'APPLICATION/x-www-form-urlencoded; charset=utf-8']],
      trailers: [['T', '1']],
      body: 'a=1&b=%20&c',
      keep: 9,
      connection: { protocol: 'HTTP/2', stream: 1 },
    });
    const { response } = exchange;
    const { log } = toHar(
      [
        {
          ...exchange,
          webSocket: { received: 1, sent: 2 },
          replayOf: 3,
          response: response && {
            ...response,
            informational: [{ status: 103, headers: [['Link', '</a>']] }],
            trailers: [['U', '2']],
          },
        },
      ],
      { version: '1.2.3', redaction: NO_REDACTION },
    );
    assert.deepEqual(
      [log.version, log.creator, log.pages],
      ['1.2', { name: 'sparring', version: '1.2.3' }, []],
    );
    const [entry] = log.entries;
    assert.ok(entry);
    assert.deepEqual(
      [Reflect.get(entry, '_webSocket'), Reflect.get(entry, '_replayOf')],
      [{ received: 1, sent: 2 }, 3],
    );
    const { postData, headersSize, _keptSize, _trailers } = JSON.parse(JSON.stringify(entry.request));
    assert.deepEqual(postData.params, [
      { name: 'a', value: '1' },
      { name: 'b', value: ' ' },
    ]);
    assert.deepEqual([headersSize, _keptSize, _trailers], [-1, 9, [{ name: 'T', value: '1' }]]);
    const sent = JSON.parse(JSON.stringify(entry.response));
    assert.deepEqual(
      [sent._informational, sent._trailers],
      [[{ status: 103, headers: [{ name: 'Link', value: '</a>' }] }], [{ name: 'U', value: '2' }]],
    );
    assert.deepEqual(
      [sent.content, sent._keptSize, sent.redirectURL],
      [{ size: 0, mimeType: '' }, undefined, ''],
    );
  });

  it('has the cookies of each field, and their attributes', () => {
    const { request, response } = harEntry({
      headers: [
        ['Cookie', 'a;;=b; c='],
        ['cookie', ' d=e=f '],
      ],
      response: {
        headers: [
          ['Set-Cookie', ''],
          ['set-cookie', 'a; expires=never; DOMAIN=x ; Secure'],
          ['Set-Cookie', 'b="c"; Path'],
        ],
      },
    });
    assert.deepEqual(request.cookies, [
      { name: '', value: 'a' },
      { name: '', value: 'b' },
      { name: 'c', value: '' },
      { name: 'd', value: 'e=f' },
    ]);
    assert.deepEqual(response.cookies, [
      { name: '', value: '', httpOnly: false, secure: false },
      { name: '', value: 'a', domain: 'x', httpOnly: false, secure: true },
      { name: 'b', value: '"c"', path: '', httpOnly: false, secure: false },
    ]);
  });

  it('has timings without gaps, of what happened', () => {
    for (const [ms, timings] of [
      [{ body: 1, firstByte: 2, done: 4 }, [1, 1, 2]],
      [{ body: 0.25, firstByte: 0.5, done: 4 }, [0.25, 0.25, 3.5]],
      [{ body: 0, firstByte: 0, done: 0.5 }, [0, 0, 0.5]],
      [{ body: 1, firstByte: 4, done: 3 }, [1, 3, 0]],
      [{ body: null, firstByte: 2, done: 4 }, [2, 0, 2]],
      [{ body: 5, firstByte: 2, done: 4 }, [2, 0, 2]],
      [{ body: 3, firstByte: null, done: 4 }, [3, 1, 0]],
      [{ body: 1, firstByte: 3, done: null }, [1, 2, 0]],
      [{ body: 3, firstByte: null, done: null }, [0, 0, 0]],
    ] as const) {
      const { timings: found, time } = harEntry({ ms });
      assert.deepEqual([found.send, found.wait, found.receive], timings, JSON.stringify(ms));
      assert.equal(time, Math.max(ms.done ?? 0, ms.firstByte ?? 0));
    }
  });

  it('is valid for every kind of exchange, and has the sum of the timings', () => {
    for (const parts of [
      {},
      { target: '*', method: 'OPTIONS' },
      { target: 'http://example.com:81/a?b' },
      { target: '/a"<>\\^`{|} #\u00ff%', headers: [['Host', 'not a host']] },
      { headers: [] },
      { response: null, ended: 'client-rst', ms: { body: null, firstByte: null, done: 5.123456 } },
      { ended: null, response: null, ms: { body: null, firstByte: null, done: null } },
      { ms: { body: 5, firstByte: 2, done: 3 } },
      { ms: { body: 0.1, firstByte: 0.3, done: 0.7 } },
      { connection: { protocol: 'HTTP/2', stream: 1 } },
      {
        headers: [['Cookie', 'a;;=b; c=']],
        response: {
          headers: [
            ['Set-Cookie', ''],
            ['Set-Cookie', 'a; expires=never; Domain=x; Secure'],
          ],
        },
      },
      { headers: [['Content-Type', 'application/x-www-form-urlencoded']], body: 'a=1&b=%20&c' },
      { body: 'x'.repeat(100), keep: 10 },
    ] satisfies ExchangeParts[]) {
      const { time, timings } = harEntry(parts);
      assert.equal(time, timings.send + timings.wait + timings.receive);
    }
  });

  it('has data of a request only if it has a body', () => {
    assert.equal(harEntry({ headers: [['Content-Type', 'text/plain']] }).request.postData, undefined);
    assert.deepEqual(harEntry({ body: 'a' }).request.postData, {
      mimeType: 'application/octet-stream',
      text: 'a',
    });
  });

  it('has the decoded parameters of a form, and of no other content', () => {
    const postDataOf = (type: string) =>
      harEntry({ method: 'POST', headers: [['Content-Type', type]], body: 'a=%C3%A9+1&b&a=2' }).request
        .postData;
    const params = [
      { name: 'a', value: 'é 1' },
      { name: 'b', value: '' },
      { name: 'a', value: '2' },
    ];
    for (const type of [
      'application/x-www-form-urlencoded',
      'Application/X-WWW-Form-Urlencoded;charset=utf-8',
    ])
      assert.deepEqual(postDataOf(type), { mimeType: type, text: 'a=%C3%A9+1&b&a=2', params });
    for (const type of [
      'text/plain',
      'text/application/x-www-form-urlencoded',
      'application/x-www-form-urlencodedx',
    ])
      assert.deepEqual(postDataOf(type), { mimeType: type, text: 'a=%C3%A9+1&b&a=2' });
  });

  it('has no parameters of a form with more fields than are read, of which it has the text', () => {
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const membersOf = (body: string) => Object.keys(harEntry({ headers, body }).request.postData ?? {});
    assert.deepEqual(membersOf('a&'.repeat(100_000).slice(0, -1)), ['mimeType', 'text', 'params']);
    assert.deepEqual(membersOf('a&'.repeat(100_000)), ['mimeType', 'text']);
  });

  it('has the fields and the files of a multipart form, and its text or its bytes', () => {
    const type = 'Multipart/Form-Data; boundary="b 1"';
    const part = (head: string, content: string) =>
      `--b 1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const postDataOf = (parts: string, more = {}) => {
      const body = Buffer.from(`${parts}--b 1--\r\n`, 'latin1');
      const headers = [['Content-Type', type]] as const;
      return { body, postData: harEntry({ method: 'POST', headers, body, ...more }).request.postData };
    };
    const text = part('name="a"', '1') + part('name="f"; filename="f.txt"\r\nContent-Type: text/plain', 'hi');
    const field = { name: 'a', value: '1' };
    const file = { name: 'f', value: 'hi', fileName: 'f.txt', contentType: 'text/plain' };
    const ofText = postDataOf(text);
    assert.deepEqual(ofText.postData, {
      mimeType: type,
      text: ofText.body.toString(),
      params: [field, file],
    });
    const binary = part('name="b"; filename="x.bin"\r\nContent-Type: image/png', '\xff\x00');
    const ofBytes = postDataOf(text + binary + part('name="c"; filename=""', ''));
    assert.deepEqual(ofBytes.postData, {
      mimeType: type,
      _base64: ofBytes.body.toString('base64'),
      params: [
        field,
        file,
        { name: 'b', fileName: 'x.bin', contentType: 'image/png' },
        { name: 'c', value: '', fileName: '' },
      ],
      comment: 'HAR has no place for bytes: parameters without a value are in the Base64 of _base64.',
    });
    for (const [parts, more] of [
      ['', {}],
      [part('filename="x"', '1'), {}],
      [text.repeat(501), {}],
      [text, { keep: 20 }],
    ] as const)
      assert.equal(postDataOf(parts, more).postData?.params, undefined, parts.slice(0, 60));
    const coded = gzipSync(ofText.body);
    const headers = [
      ['Content-Type', type],
      ['Content-Encoding', 'gzip'],
    ] as const;
    assert.deepEqual(harEntry({ method: 'POST', headers, body: coded }).request.postData, ofText.postData);
  });

  it('has Base64 of content that is not UTF-8', () => {
    const bytes = Buffer.from([0xff, 0x00, 0x61]);
    const { request, response } = harEntry({ method: 'POST', body: bytes, response: { body: bytes } });
    assert.deepEqual(request.postData, { mimeType: 'application/octet-stream', _base64: '/wBh' });
    assert.deepEqual(response.content, { size: 3, mimeType: '', text: '/wBh', encoding: 'base64' });
  });

  it('omits connections without a valid request', () => {
    const { log } = toHar([createFailure('parser-error', 'x')], { version: '1', redaction: NO_REDACTION });
    assert.deepEqual(log.entries, []);
  });

  it('has content without its codings, and the sizes and digests of what was sent', () => {
    const headers = [
      ['Content-Type', 'text/plain'],
      ['Content-Encoding', 'gzip'],
    ] as const;
    const coded = gzipSync('hello '.repeat(100));
    const plain = { headers: [['Content-Type', 'text/plain']], body: 'hello' } as const;
    const text = 'hello '.repeat(100);
    const { sha256 } = createExchange({ body: coded }).request.body;
    const sent = { mimeType: 'text/plain', text };
    const content = { size: 600, mimeType: 'text/plain', text, compression: 600 - coded.length };
    const plainContent = { size: 5, mimeType: 'text/plain', text: 'hello' };
    for (const [parts, postData, received] of [
      [{ headers, body: coded, response: { headers, body: coded } }, sent, content],
      [{ headers, body: coded, response: plain }, sent, plainContent],
      [{ headers, body: coded, response: null }, sent, { size: 0, mimeType: '' }],
      [{ ...plain, response: { headers, body: coded } }, { mimeType: 'text/plain', text: 'hello' }, content],
    ] as const) {
      const { request, response } = harEntry(parts);
      assert.deepEqual([request.postData, response.content], [postData, received]);
      const isCoded = parts.body === coded;
      assert.deepEqual(request.headers.length, isCoded ? 2 : 1);
      assert.equal(request.bodySize, isCoded ? coded.length : 5);
      if (isCoded) assert.equal(request._sha256, sha256);
      if (received === content) {
        assert.equal(response.bodySize, coded.length);
        assert.ok('_sha256' in response && response._sha256 === sha256);
        assert.deepEqual(
          response.headers,
          headers.map(([name, value]) => ({ name, value })),
        );
      }
    }
  });

  it('has no credential of content with codings when it is masked', () => {
    const masked = (value: string) => {
      const body = gzipSync(`{"password":"${value}"}`);
      const headers = [['Content-Encoding', 'gzip']] as const;
      const redaction = createRedaction({ salt: Buffer.from('salt') });
      return harEntry({ headers, body, response: { headers, body } }, redaction);
    };
    const { request, response } = masked('correct-horse-battery');
    for (const text of [request.postData, response.content].map((part) => JSON.stringify(part)))
      assert.match(text, /password\\*":\\*"\*{4}tery~[\da-f]{8}\\*"/);
    // A digest would allow guesses.
    assert.deepEqual([request._sha256, '_sha256' in response], [undefined, false]);
    assert.equal(typeof masked('')?.request._sha256, 'string');
  });

  it('has the mark and the note of the user', () => {
    const [exchange] = [createExchange()];
    const { log } = toHar([{ ...exchange, marked: true, note: '' }, exchange], {
      version: '1',
      redaction: NO_REDACTION,
    });
    const [noted, other] = log.entries.map((entry) => JSON.parse(JSON.stringify(entry)));
    const { comment, _marked, ...others } = noted;
    assert.deepEqual([comment, _marked, others], ['', true, other]);
  });

  it('has the status 0 without a response', () => {
    const { response } = harEntry({ response: null, ended: 'client-fin' });
    assert.deepEqual(response, {
      status: 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    });
  });

  it('has no credential when it is masked', () => {
    const secret = 'correct-horse-battery';
    const parts = {
      target: `/get?token=${secret}`,
      headers: [
        ['Authorization', `Bearer ${secret}`],
        ['Cookie', `a=${secret}`],
      ],
      body: `{"password":"${secret}"}`,
      response: { headers: [['Set-Cookie', `a=${secret}; Path=/`]], body: `{"token":"${secret}"}` },
    } as const;
    assert.ok(JSON.stringify(harEntry(parts)).includes(secret));
    const masked = harEntry(parts, createRedaction({ salt: Buffer.from('salt') }));
    assert.ok(!JSON.stringify(masked).includes(secret.slice(0, 8)));
    assert.match(masked.request.cookies[0]?.value ?? '', /^\*{4}tery~/);
  });
});
