import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HttpError } from '#http/errors/errors.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { checkClientHeaderValue, parseLocation, parseRedirectTarget } from './redirect-target.ts';

const refusedWith = (status: number) => (error: unknown) =>
  error instanceof HttpError && error.status === status;

describe('a redirect target', () => {
  it('in ASCII stays unchanged', () => {
    for (const target of [
      'http://example.com',
      'HTTPS://Example.COM:8443/a?b=c#d',
      'http://user:p%40ss@example.com/',
      'http://[::1]:80/',
      '//example.com/a',
      '/get',
      '/a//b/..',
      'get',
      '../get',
      '?a=http://evil.example/',
      '#top',
      '',
      '/a:b',
      './javascript:alert(1)',
      'http://example.com/{a}|"<>^`%zz%C3%A9',
    ]) {
      assert.equal(parseRedirectTarget(target, []), target);
    }
  });

  it('with other characters is encoded as RFC 3987 defines, with an ASCII host', () => {
    for (const [input, location] of [
      ['http://bücher.example/é?ü=😀#ß', 'http://xn--bcher-kva.example/%C3%A9?%C3%BC=%F0%9F%98%80#%C3%9F'],
      ['http://é:ü@h/', 'http://%C3%A9:%C3%BC@h/'],
      ['/a b', '/a%20b'],
      [' http://h/ ', 'http://h/'],
      ['/\ud800', '/%EF%BF%BD'],
      ['http://ｅxample。com/', 'http://example.com/'],
      ['http://127.1:80/', 'http://127.0.0.1:80/'],
      ['http://0x7f000001/', 'http://127.0.0.1/'],
      ['http://[0:0::1]/', 'http://[::1]/'],
      ['http://\u212a.example/', 'http://k.example/'],
    ] as const) {
      assert.equal(parseRedirectTarget(input, []), location);
    }
  });

  it('is parsed to its end, with any line breaks', () => {
    assert.throws(() => parseRedirectTarget('//evil.example/\u2028', ['example.com']), refusedWith(403));
    assert.equal(parseRedirectTarget('//example.com/\u2028', ['example.com']), '//example.com/%E2%80%A8');
  });

  it('has no backslash, which browsers treat as a slash', () => {
    assert.equal(parseRedirectTarget('/\\evil.example', []), '/%5Cevil.example');
    assert.equal(parseRedirectTarget('\\\\evil.example', []), '%5C%5Cevil.example');
    assert.equal(parseRedirectTarget('http://h/a\\b', []), 'http://h/a%5Cb');
  });

  it('is rejected when it is not HTTP, or its host is ambiguous', () => {
    for (const input of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://example.com/',
      'mailto:a@b',
      'view-source:http://h/',
      '1http://evil.example/',
      'a b://evil.example',
      '%20http://evil.example',
      '\\http://evil.example',
      'http:evil.example',
      'http:/evil.example',
      'https:///evil.example',
      '///evil.example',
      '////evil.example',
      'http:\\\\evil.example',
      'http://\\evil.example',
      'http://evil.example\\@example.com/',
      'http://',
      'http://:80/',
      'http://user@/',
      'http://a@b@c/',
      'http://h:port/',
      'http://h:65536/',
      'http://h:80:80/',
      'http://%65xample.com/',
      'http://a%2fb/',
      'http://a b/',
      'http://[::1/',
      'http://[::1%25eth0]/',
      'http://[v1.a]/',
      'http://a<b/',
      'http://1.2.3.4.5/',
    ]) {
      assert.throws(() => parseRedirectTarget(input, []), refusedWith(400), input);
    }
  });

  it('is rejected when it has a control character', () => {
    for (const control of ['\r\nX-Evil: 1', '\n', '\r', '\t', '\0', '\x7f']) {
      for (const input of [`/get${control}`, `${control}//evil.example`, `http:/${control}/evil.example`]) {
        assert.throws(() => parseRedirectTarget(input, []), refusedWith(400), JSON.stringify(input));
      }
    }
  });
});

const ALLOWED = ['example.com', 'Bücher.example', '127.0.0.1', '[::1]'];

describe('a list of allowed domains', () => {
  it('allows its hosts with any port and notation, and relative targets', () => {
    for (const input of [
      'http://example.com/',
      'https://EXAMPLE.com:8443',
      '//example.com',
      'http://evil.example@example.com/',
      'http://bücher.example',
      'http://XN--bcher-KVA.example',
      'http://127.1/',
      'http://[0::1]/',
      '/get',
      'get?url=http://evil.example',
    ]) {
      assert.doesNotThrow(() => parseRedirectTarget(input, ALLOWED), input);
    }
  });

  it('rejects every other host', () => {
    for (const input of [
      'http://evil.example/',
      '//evil.example',
      'http://example.com@evil.example/',
      'http://example.com:80@evil.example/',
      'http://evil.example/#@example.com',
      'http://evil.example?@example.com',
      'http://example.com.evil.example/',
      'http://evilexample.com/',
      'http://www.example.com/',
      'http://example.com./',
      'http://example.com;evil.example/',
      'http://evil.example:80/example.com',
      'http://127.0.0.2/',
      'http://2130706434/',
    ]) {
      assert.throws(() => parseRedirectTarget(input, ALLOWED), refusedWith(403), input);
    }
  });
});

/** Strings that some parsers interpret differently. */
const piece = fc.oneof(
  fc.constantFrom(
    'http:',
    'https:',
    'HTTP:',
    'javascript:',
    'data:',
    '/',
    '//',
    '\\',
    '/\\',
    '@',
    ':',
    ':80',
    '?',
    '#',
    'example.com',
    'EXAMPLE.COM',
    'evil.example',
    'own.example',
    '.',
    '..',
    '。',
    'ｅ',
    '\u00ad',
    '\u200d',
    '%2f',
    '%5c',
    '%40',
    '%00',
    '%0d%0a',
    '%65',
    ' ',
    '\t',
    '\n',
    '\r',
    '\0',
    '\ufeff',
    '\u2028',
    '\x85',
    '[',
    ']',
    '[::1]',
    '127.1',
    '0x7f.1',
    '2130706433',
    ';',
    ',',
    "'",
    '"',
    '<',
    '|',
    '^',
    '&',
    '=',
    'url=',
  ),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
);
const nasty = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

/** The host according to the expression of RFC 3986, appendix B. */
function hostOf(text: string): string | undefined {
  const authority = /^(?:[^:/?#]+:)?(?:\/\/([^/?#]*))?/.exec(text)?.[1];
  return authority?.replace(/^.*@/s, '').replace(/:\d*$/, '');
}

describe('any target', () => {
  it('leads here or to an allowed host for every parser, or is rejected', () => {
    fc.assert(
      fc.property(nasty, (input) => {
        let location: string;
        try {
          location = parseRedirectTarget(input, ['example.com']);
        } catch (error) {
          assert.ok(
            error instanceof HttpError && (error.status === 400 || error.status === 403),
            String(error),
          );
          return;
        }
        assert.match(location, /^[!-~]*$/);
        for (const base of ['http://own.example/a/b', 'https://own.example/a/b']) {
          const url = URL.parse(location, base);
          assert.ok(url, location);
          assert.match(url.protocol, /^https?:$/);
          assert.match(url.hostname, /^(?:own\.example|example\.com)$/, location);
          const isHere = hostOf(location) === undefined;
          assert.equal(hostOf(location)?.toLowerCase() ?? 'own.example', url.hostname, location);
          assert.ok(!isHere || url.origin === new URL(base).origin, location);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('a Location without a list', () => {
  it('is one header value of visible characters, or gets 400', () => {
    fc.assert(
      fc.property(nasty, (input) => {
        let location: string;
        try {
          location = parseLocation(input, []);
        } catch (error) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
          assert.match(input, /[\x00-\x1f\x7f]/);
          assert.ok(refusedWith(400)(error));
          return;
        }
        assert.match(location, /^[ -~]*$/);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('a header from a client', () => {
  it('is validated when it is a redirect', () => {
    assert.equal(checkClientHeaderValue('X-Any', 'javascript:x', ALLOWED), 'javascript:x');
    assert.equal(checkClientHeaderValue('location', '/é', ALLOWED), '/%C3%A9');
    assert.equal(checkClientHeaderValue('Refresh', '5', ALLOWED), '5');
    assert.equal(
      checkClientHeaderValue('REFRESH', '0;URL=http://example.com/', ALLOWED),
      '0; url=http://example.com/',
    );
    for (const [value, status] of [
      ['0;url=http://evil.example', 403],
      ['0, url=//evil.example', 403],
      ['0; http://evil.example', 400],
      ['0 http://evil.example', 400],
      ["0; url='http://evil.example'", 400],
      ['0.5; url=http://evil.example', 400],
      ['; url=http://evil.example', 400],
      ['0;url=javascript:alert(1)', 400],
      ['0;\turl=http://evil.example', 400],
    ] as const) {
      assert.throws(() => checkClientHeaderValue('Refresh', value, ALLOWED), refusedWith(status), value);
    }
  });
});
