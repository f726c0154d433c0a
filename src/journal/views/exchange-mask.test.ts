import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { createExchangeMask, createReplacement } from './exchange-mask.ts';

const maskExchange = createExchangeMask((found) => {
  const mask = (name: string, secret: string) => {
    found(secret, `<${name}>`);
    return `<${name}>`;
  };
  return { value: (secret) => mask('value', secret), field: mask };
});

const textOf = (kept: Uint8Array | undefined) => Buffer.from(kept ?? []).toString('latin1');

/** The body of a request after its masks. */
const bodyOf = (type: string, body: string) =>
  textOf(maskExchange(createExchange({ headers: [['Content-Type', type]], body })).request.body.kept);

const part = (name: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${content}`;

describe('the body of a form', () => {
  it('has masks in place of the values of sensitive parts', () => {
    for (const type of ['multipart/form-data; boundary=b', 'Multipart/Mixed; charset=x; BOUNDARY="b"; a=b'])
      for (const [body, masked] of [
        [
          `${part('name="password"', 'one\r\n')}--b--\r\n`,
          `${part('name="password"', '<password>\r\n')}--b--\r\n`,
        ],
        [part('name="password"', 'o\r\nne\r\n'), part('name="password"', '<password>\r\n')],
        [part('NAME=token; x=y', 'one'), part('NAME=token; x=y', '<token>')],
        [part('name="token"', ''), part('name="token"', '<token>')],
        [part('name="a"', 'one\r\n'), part('name="a"', 'one\r\n')],
        [part('filename="token"', 'one'), part('filename="token"', 'one')],
        [part('x', 'name="token"\r\n\r\none'), part('x', 'name="token"\r\n\r\none')],
        [
          part('name=a', 'one\r\n') + part('name=otp', 'two\r\n') + part('name=b', 'three'),
          part('name=a', 'one\r\n') + part('name=otp', '<otp>\r\n') + part('name=b', 'three'),
        ],
        ['--b\r\nname="token"', '--b\r\nname="token"'],
        ['name="token"\r\n\r\none', 'name="token"\r\n\r\n<token>'],
      ] as const)
        assert.equal(bodyOf(type, body), masked);
    for (const type of ['x-multipart/form-data; boundary=b', 'multipart/form-data', 'text/plain; boundary=b'])
      assert.equal(bodyOf(type, part('name="token"', 'one')), part('name="token"', 'one'), type);
  });

  it('has masks in place of the values of sensitive fields', () => {
    const form = 'application/x-www-form-urlencoded';
    for (const type of [form, `${form};charset=utf-8`, form.toUpperCase()])
      assert.equal(bodyOf(type, 'token=one&a=b'), 'token=<value>&a=b', type);
    for (const type of [`x-${form}`, `${form}x`, 'text/plain'])
      assert.equal(bodyOf(type, 'token=one&a=b'), 'token=one&a=b', type);
  });
});

describe('a value that was masked', () => {
  it('is masked in each part of the exchange, if it has six characters', () => {
    const secret = 'abcdef';
    const parts = (text: string): ExchangeParts => ({
      target: `/get?token=${text}&a=${text}`,
      headers: [['X-A', text]],
      trailers: [['X-B', `is ${text}`]],
      body: `\xe9${text}`,
      response: { headers: [['X-C', text]], body: text },
    });
    const of = (text: string) => {
      const exchange = createExchange(parts(text));
      const { response } = exchange;
      assert.ok(response);
      const informational = [{ status: 103, headers: [['Link', text]] as const }];
      return { ...exchange, response: { ...response, informational, trailers: [['X-D', text]] as const } };
    };
    const { request, response } = maskExchange(of(secret));
    assert.equal(request.target, '/get?token=<value>&a=<value>');
    assert.deepEqual([request.headers, request.trailers], [[['X-A', '<value>']], [['X-B', 'is <value>']]]);
    assert.equal(Buffer.from(request.body.kept).toString(), '\xe9<value>');
    assert.deepEqual([request.body.length, request.body.sha256], [8, null]);
    assert.deepEqual(response?.informational, [{ status: 103, headers: [['Link', '<value>']] }]);
    assert.deepEqual([response.headers, response.trailers], [[['X-C', '<value>']], [['X-D', '<value>']]]);
    assert.equal(textOf(response.body.kept), '<value>');

    const short = of('abcde');
    const { target, ...others } = maskExchange(short).request;
    assert.equal(target, '/get?token=<value>&a=abcde');
    assert.deepEqual(others, (({ target: _, ...rest }) => rest)(short.request));
    assert.deepEqual(maskExchange(short).response, short.response);
  });

  it('withholds bodies with a coding, and those of an exchange with more than 50 of them', () => {
    const bodyWith = (count: number, coding: string | undefined, body = 'hello') => {
      const tokens = Array.from({ length: count }, (_, index) => `token=secret-${index}`);
      const headers = coding === undefined ? [] : ([['Content-Encoding', coding]] as const);
      const exchange = createExchange({ target: `/get?${tokens.join('&')}`, headers, body });
      return [maskExchange(exchange).request.body, exchange.request.body] as const;
    };
    for (const [count, coding] of [
      [0, 'gzip'],
      [1, undefined],
      [1, ''],
      [1, 'Identity'],
      [50, undefined],
    ] as const) {
      const [masked, body] = bodyWith(count, coding);
      assert.deepEqual(masked, body, `${count} ${coding}`);
    }
    for (const [count, coding] of [
      [1, 'gzip'],
      [1, 'identity, gzip'],
      [51, undefined],
    ] as const) {
      const [masked, body] = bodyWith(count, coding);
      const withheld = { ...body, kept: new Uint8Array(), truncated: true, sha256: null };
      assert.deepEqual(masked, withheld, `${count} ${coding}`);
    }
    const [masked, body] = bodyWith(51, 'gzip', '');
    assert.equal(masked, body);
    const [one] = bodyWith(1, 'gzip', 'x');
    assert.deepEqual([one.length, one.kept.byteLength], [1, 0]);
  });
});

describe('the replacement of values', () => {
  it('replaces the longest ones first, also in texts of JSON, and none with less than six characters', () => {
    const replace = createReplacement(
      new Map([
        ['abcde', '<5>'],
        ['abcdef', '<6>'],
        ['abcdefgh', '<8>'],
        ['q"\\uote', '<$&>'],
      ]),
    );
    for (const [text, replaced] of [
      ['', ''],
      ['abcde', 'abcde'],
      ['xabcdefx abcdef', 'x<6>x <6>'],
      ['abcdefgh', '<8>'],
      ['q"\\uote', '<$&>'],
      [JSON.stringify(['q"\\uote']), '["<$&>"]'],
    ] as const)
      assert.equal(replace(text), replaced);
  });

  it('replaces the 50 longest ones', () => {
    const secrets = Array.from({ length: 51 }, (_, index) => 'x'.repeat(6 + index));
    const replace = createReplacement(new Map(secrets.map((secret) => [secret, `<${secret.length}>`])));
    assert.deepEqual(['xxxxxx', 'xxxxxxx', secrets.at(-1) ?? ''].map(replace), ['xxxxxx', '<7>', '<56>']);
  });
});
