import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import { createRedaction } from './redaction.ts';

const redaction = createRedaction({ salt: Buffer.from('salt') });

const SECRET = 'correct-horse-battery';

/** All texts of an entry, bodies included. */
function textOf(entry: JournalEntry): string {
  return JSON.stringify(entry, (_, value: unknown) => {
    const isBuffer =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
    return isBuffer && 'data' in value && Array.isArray(value.data)
      ? Buffer.from(value.data).toString('latin1')
      : value;
  });
}

const bodyOf = (exchange: RecordedExchange) => Buffer.from(exchange.request.body.kept).toString();

describe('masked fields', () => {
  const field = (name: string, value: string) => redaction.field(name, value);

  it('keep the scheme, and the last characters of long values', () => {
    assert.match(field('Authorization', `Bearer ${SECRET}`), /^Bearer \*{4}tery~[0-9a-f]{8}$/);
    assert.match(field('proxy-authorization', `Bearer ${SECRET}`), /^Bearer \*{4}tery~[0-9a-f]{8}$/);
    assert.match(field('X-API-Key', SECRET), /^\*{4}tery~[0-9a-f]{8}$/);
    assert.match(field('X-Hub-Signature-256', `sha256=${SECRET}`), /^\*{4}tery~[0-9a-f]{8}$/);
    assert.match(field('X-Api-Key', 'short'), /^\*{4}~[0-9a-f]{8}$/);
    assert.match(field('Authorization', 'Basic bW9uYTpzZWNyZXRzZWNyZXQ='), /^Basic \*{4}~[0-9a-f]{8}$/);
    assert.equal(field('X-Api-Key', ''), '');
    assert.equal(field('Accept', SECRET), SECRET);
  });

  it('keep names and attributes of cookies', () => {
    assert.match(
      field('Cookie', 'a=1; session=abcdefghijklmnop;b'),
      /^a=\*{4}~[0-9a-f]{8}; session=\*{4}mnop~[0-9a-f]{8};\*{4}~[0-9a-f]{8}$/,
    );
    assert.match(field('Set-Cookie', ';a=1'), /^(?:\*{4}~[0-9a-f]{8})?;a=1$/);
    assert.match(field('Set-Cookie', 'a=1; Path=/; HttpOnly'), /^a=\*{4}~[0-9a-f]{8}; Path=\/; HttpOnly$/);
  });

  it('show whether two values are equal, and only on one server', () => {
    assert.equal(field('X-Api-Key', 'one'), field('x-api-key', 'one'));
    assert.notEqual(field('X-Api-Key', 'one'), field('X-Api-Key', 'two'));
    const other = createRedaction({ salt: Buffer.from('other') });
    assert.notEqual(field('X-Api-Key', 'one'), other.field('X-Api-Key', 'one'));
  });
});

describe('a masked exchange', () => {
  it('has no credential in any place', () => {
    const echo = JSON.stringify({
      headers: { Authorization: `Bearer ${SECRET}` },
      url: `http://x/?token=${SECRET}`,
      data: SECRET,
    });
    const places: readonly Parameters<typeof createExchange>[0][] = [
      { headers: [['Authorization', `Bearer ${SECRET}`]], response: { body: echo } },
      {
        headers: [['Authorization', `Basic ${btoa(`mona:${SECRET}`)}`]],
        target: `/basic-auth/mona/${SECRET}`,
      },
      {
        headers: [['Cookie', `a=1; s=${SECRET}`]],
        response: { headers: [['X-Echo', SECRET]], body: `<p>${SECRET}` },
      },
      { response: { headers: [['Set-Cookie', `s=${SECRET}; Path=/`]], body: echo } },
      { headers: [['X-Hub-Signature', SECRET]], trailers: [['X-Api-Key', SECRET]] },
      {
        target: `/get?a=1&access_token=${SECRET}&b=2`,
        response: { headers: [['Location', `/?code=${SECRET}`]] },
      },
      { headers: [['Referer', `http://x/?client_secret=${SECRET}`]] },
      {
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: `password=${SECRET}&a=1&client_secret=${SECRET}2`,
        response: { body: echo },
      },
      {
        headers: [['Content-Type', 'multipart/form-data; boundary=xyz']],
        body: `--xyz\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--xyz--\r\n`,
      },
      { body: `{"a": 1, "password": "${SECRET}", "api_key" : "${SECRET}"}`, response: { body: SECRET } },
      { body: `{"a": {"token": "${SECRET}`, keep: 25 },
    ];
    for (const parts of places) {
      const exchange = createExchange(parts);
      assert.ok(textOf(exchange).includes(SECRET.slice(0, 8)), 'the test has no secret');
      assert.ok(
        !textOf(redaction.exchange(exchange)).includes(SECRET.slice(0, 8)),
        textOf(redaction.exchange(exchange)),
      );
    }
  });

  it('has its received head with the same masks, and all other bytes of it', () => {
    const exchange = createExchange({
      target: `/get?token=${SECRET}`,
      headers: [
        ['X-API-Key', SECRET],
        ['X-Echo', SECRET],
        ['X-Other', 'a'],
      ],
    });
    const rawHead = `GET /get?token=${SECRET} HTTP/1.1\r\nX-API-Key: \t${SECRET} \r\nX-Echo:${SECRET}\r\nX-Other:  a\t\r\n\r\n`;
    const masked = redaction.exchange({
      ...exchange,
      request: {
        ...exchange.request,
        rawHead,
        pseudoFields: [[':path', `/get?token=${SECRET}`]],
        chunks: { count: 0, sizes: [], extensions: [{ chunk: 0, text: `;a=${SECRET}` }] },
      },
    });
    assert.ok(!textOf(masked).includes(SECRET.slice(0, 8)), textOf(masked));
    const { target, headers, pseudoFields } = masked.request;
    const [key, echo] = headers.map(([, value]) => value);
    assert.equal(
      masked.request.rawHead,
      `GET ${target} HTTP/1.1\r\nX-API-Key: \t${key} \r\nX-Echo:${echo}\r\nX-Other:  a\t\r\n\r\n`,
    );
    assert.deepEqual(pseudoFields, [[':path', target]]);
  });

  it('keeps everything else', () => {
    const { request } = redaction.exchange(
      createExchange({
        target: '/get?a=%20&password=x&b',
        body: '{\n  "a": 1,\n  "code": "1234",\n  "code": 500\n}\n',
      }),
    );
    assert.match(request.target, /^\/get\?a=%20&password=\*{4}~[0-9a-f]{8}&b$/);
    const text = Buffer.from(request.body.kept).toString();
    assert.match(text, /^\{\n {2}"a": 1,\n {2}"code": "\*{4}~[0-9a-f]{8}",\n {2}"code": 500\n\}\n$/);
    const other = createExchange({ target: '/x?tokens=1', body: 'hello', headers: [['Accept', '*/*']] });
    assert.deepEqual(redaction.exchange(other), other);
  });

  it('has no digest of a body that was masked, because it would allow guesses', () => {
    const masked = redaction.exchange(createExchange({ body: '{"password":"x"}' }));
    assert.equal(masked.request.body.sha256, null);
    assert.equal(masked.request.body.length, 16);
  });

  it('recognizes an encoded and a decoded value', () => {
    const masked = redaction.exchange(
      createExchange({ target: '/get?token=gr%C3%BC%C3%9Fe-an-alle', body: 'token: grüße-an-alle' }),
    );
    assert.match(bodyOf(masked), /^token: \*{4}alle~/);
    const escaped = redaction.exchange(
      createExchange({
        body: `{"password":"${SECRET.replace('r', '\\u0072')}"}`,
        response: { body: SECRET },
      }),
    );
    assert.ok(!textOf(escaped).includes(SECRET.slice(0, 8)), textOf(escaped));
  });

  it('withholds encoded content when the exchange has credentials', () => {
    const response = { headers: [['Content-Encoding', 'gzip']] as const, body: 'compressed' };
    const masked = redaction.exchange(
      createExchange({ headers: [['Authorization', `Bearer ${SECRET}`]], response }),
    );
    assert.deepEqual(
      [masked.response?.body.kept.length, masked.response?.body.truncated, masked.response?.body.length],
      [0, true, 10],
    );
    assert.equal(masked.response?.body.sha256, null);
    const shown = redaction.exchange(createExchange({ response }));
    assert.equal(shown.response?.body.kept.length, 10);
  });

  it('takes a bounded time for many credentials', () => {
    const cookies = Array.from({ length: 2000 }, (_, index) => `c${index}=value-${index}`).join('; ');
    const masked = redaction.exchange(
      createExchange({ headers: [['Cookie', cookies]], body: 'value-7 '.repeat(2000) }),
    );
    assert.ok(!textOf(masked).includes('value-7'));
  });
});

describe('the masked bytes of a rejected request', () => {
  it('have no credential', () => {
    const raw = `GET /?token=${SECRET} HTTP/1.1\r\nauthorization:Bearer ${SECRET}\r\nX-A: b\r\nBad Name: x\r\n\r\n`;
    const masked = redaction.entry(createFailure('parser-error', raw, 'syntax'));
    assert.ok(masked.kind === 'parser-error');
    const text = Buffer.from(masked.raw).toString();
    assert.match(
      text,
      /^GET \/\?token=\*{4}tery~\w{8} HTTP\/1\.1\r\nauthorization:Bearer \*{4}tery~\w{8}\r\nX-A: b\r\nBad Name: x\r\n\r\n$/,
    );
  });
});
