import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { harSchema } from '../../test/support/har-schema.ts';
import { createExchange, createFailure, type ExchangeParts } from '../../test/support/recorded-exchange.ts';
import { toHar } from './har.ts';
import { createRedaction, NO_REDACTION } from './redaction.ts';

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
    const { content, cookies, redirectURL, bodySize, statusText } = response;
    assert.deepEqual(content, { size: 2, mimeType: 'application/json', text: '{}' });
    assert.deepEqual(cookies, [
      {
        name: 'a',
        value: '1',
        path: '/',
        expires: '1994-11-06T08:49:37.000Z',
        httpOnly: true,
        secure: false,
      },
    ]);
    assert.deepEqual([redirectURL, bodySize, statusText], ['/x', 2, 'OK']);
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

  it('has the status 0 without a response', () => {
    const { response } = harEntry({ response: null, ended: 'client-fin' });
    assert.deepEqual([response.status, response.headersSize, response.bodySize], [0, -1, -1]);
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
