import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { removeCredentials } from './remove-credentials.ts';

const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const PASSWORD = 'zebra-9';

const removed = (parts: ExchangeParts) => removeCredentials(createExchange({ method: 'POST', ...parts }));

describe('a request to a path of credentials', () => {
  it('keeps a searched body without the values of sensitive names', () => {
    const { request, response } = removed({
      headers: [['Content-Type', 'application/json']],
      body: `{"a":"b","password":"${PASSWORD}"}`,
      response: {
        reason: `No ${PASSWORD}`,
        headers: [
          ['X-A', `is ${PASSWORD}`],
          ['X-B', 'b'],
        ],
        body: 'text',
      },
    });
    assert.equal(Buffer.from(request.body.kept).toString(), '{"a":"b","password":"***"}');
    assert.equal(response?.reason, '***');
    assert.deepEqual(response?.headers, [
      ['X-A', 'is ***'],
      ['X-B', 'b'],
    ]);
    const { kept, length, truncated, sha256 } = response?.body ?? {};
    assert.deepEqual([kept?.byteLength, length, truncated, sha256], [0, 4, true, null]);
  });

  it('keeps nothing as it was received', () => {
    const exchange = createExchange({ target: `/applications/a/tokens/${TOKEN}` });
    const request = {
      ...exchange.request,
      rawHead: `GET /applications/a/tokens/${TOKEN} HTTP/1.1\r\n\r\n`,
      pseudoFields: [[':path', `/applications/a/tokens/${TOKEN}`]] as const,
      chunks: { count: 0, sizes: [], extensions: [{ chunk: 0, text: `;a=${TOKEN}` }] },
    };
    assert.ok(!JSON.stringify(removeCredentials({ ...exchange, request })).includes(TOKEN));
  });

  it('keeps no body without a type', () => {
    const { request } = removed({ headers: [], body: '{"a":"b"}' });
    assert.deepEqual([request.body.kept.byteLength, request.body.length], [0, 9]);
  });

  it('keeps what a response has without its secrets', () => {
    const { response } = removed({
      headers: [['Authorization', `Basic ${Buffer.from(`${TOKEN}:x-oauth-basic`).toString('base64')}`]],
      response: {
        reason: 'OK',
        headers: [
          ['X-A', `a${TOKEN}`],
          ['X-B', 'b'],
        ],
      },
    });
    assert.deepEqual(
      [response?.reason, response?.headers],
      [
        'OK',
        [
          ['X-A', '***'],
          ['X-B', 'b'],
        ],
      ],
    );
  });

  it('keeps no value of the response if its own body cannot be searched', () => {
    const parts = { headers: [['Content-Type', 'text/plain']], body: 'a' } as const;
    const { request, response } = removed({
      ...parts,
      response: { reason: 'Fine', headers: [['X-B', 'b']] },
    });
    assert.deepEqual([request.body.kept.byteLength, request.body.truncated], [0, true]);
    assert.deepEqual([response?.status, response?.reason, response?.headers], [200, '***', [['X-B', '***']]]);
    // HTTP/2 has no reason phrase, which is not a secret.
    assert.equal(removed({ ...parts, response: { reason: '' } }).response?.reason, '');
    assert.equal(removed({ ...parts, response: null }).response, null);
  });

  it('is searched only if names have the bytes of ASCII, and nothing is missing', () => {
    const isKept = (type: string, body = 'a=1', more: ExchangeParts = {}) =>
      removed({ headers: [['Content-Type', type]], body, ...more }).request.body.kept.byteLength > 0;
    const form = 'application/x-www-form-urlencoded';
    for (const type of [
      form,
      `${form}; charset=UTF-8`,
      `${form};charset="us-ascii"`,
      'Multipart/Form-Data; boundary=b',
    ])
      assert.equal(isKept(type), true, type);
    for (const type of [
      '',
      'text/plain',
      `x-${form}`,
      `${form}x`,
      `${form}; charset=utf-16`,
      'application/json',
    ])
      assert.equal(isKept(type), false, type);
    for (const type of ['application/json', 'application/vnd.github+json', 'APPLICATION/JSON; charset=utf-8'])
      assert.equal(isKept(type, '{"a":1}'), true, type);
    assert.equal(isKept(form, 'a=\0'), false);
    assert.equal(isKept(form, 'a=1', { keep: 2 }), false);
    const coded = (coding: string) =>
      isKept(form, 'a=1', {
        headers: [
          ['Content-Type', form],
          ['Content-Encoding', coding],
        ],
      });
    assert.deepEqual(['identity', 'Identity', '', 'gzip', 'identity, gzip'].map(coded), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('has no token in its path', () => {
    const targetOf = (target: string) => removed({ target }).request.target;
    for (const kind of ['tokens', 'grants'])
      assert.equal(
        targetOf(`/api/v3/applications/id/${kind}/${TOKEN}?a=1`),
        `/api/v3/applications/id/${kind}/***?a=1`,
      );
    assert.equal(targetOf('/api/v3/applications/grants/1'), '/api/v3/applications/grants/1');
  });
});
