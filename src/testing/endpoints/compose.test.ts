import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composer, formatQuery, type Word } from '#test/support/servers/composer.ts';
import { serve } from '#test/support/servers/serve.ts';
import { decoders } from '#test/support/wire/codings.ts';
import { rawResponse } from '#test/support/wire/raw-response.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

describe('status', () => {
  it('is 200 by default, without content and type', async (t) => {
    const response = await (await composer(t)).ask();
    assert.equal(response.status, 200);
    assert.equal(response.field('Content-Length'), '0');
    assert.equal(response.field('Content-Type'), undefined);
    assert.equal(response.field('X-Content-Type-Options'), undefined);
  });

  it('is the given one, or one of several by weight', async (t) => {
    const { ask } = await composer(t);
    assert.equal((await ask(['status', '418'])).status, 418);
    assert.equal((await ask(['status', '503:2'])).status, 503);
    const seen = new Set<number>();
    for (let attempt = 0; attempt < 40; attempt++)
      seen.add((await ask(['status', '200,201:2,500:0'])).status);
    assert.deepEqual([...seen].sort(), [200, 201]);
  });

  it('is rejected when it is invalid', async (t) => {
    const { errorOf } = await composer(t);
    for (const status of ['100', '199', '1000', 'x', '200,', '200:x', '200:0', '200;300', '200,101']) {
      assert.match(await errorOf(['status', status]), /status/, status);
    }
    assert.match(await errorOf(['status', Array(65).fill('200').join(',')]), /64/);
  });

  it('without content has no content headers, and rejects content directives', async (t) => {
    const { ask, errorOf } = await composer(t);
    for (const status of ['204', '205', '304']) {
      const response = await ask(['status', status], ['header', 'X-A: 1'], ['type', 'text/html']);
      assert.equal(response.status, Number(status));
      assert.equal(response.field('X-A'), '1');
      assert.equal(response.field('Content-Type'), undefined);
      assert.equal(response.text(), '');
      for (const word of ['body', 'bytes', 'rate', 'chunk', 'pause', 'coding', 'trailer']) {
        const value = { coding: 'gzip', trailer: 'A: 1' }[word] ?? '1';
        assert.match(await errorOf(['status', status], [word, value]), /no content/, word);
      }
    }
  });

  it('without content may be combined with others', async (t) => {
    const { ask } = await composer(t);
    const seen = new Set<string>();
    for (let attempt = 0; attempt < 20; attempt++) {
      const response = await ask(['status', '200,204'], ['body', 'text']);
      seen.add(`${response.status} ${response.text()}`);
    }
    assert.deepEqual([...seen].sort(), ['200 text', '204 ']);
  });
});

describe('header', () => {
  it('keeps case, order and repeats', async (t) => {
    const { ask } = await composer(t);
    const wanted: Word[] = [
      ['x-lower', '1'],
      ['X-UPPER', 'a: b'],
      ['retry-after', '3'],
      ['x-LOWER', ''],
      ['X-High', '\xe9'],
    ];
    const response = await ask(...wanted.map(([name, value]): Word => ['header', `${name}: ${value}`]));
    assert.deepEqual(response.fields.slice(0, wanted.length), wanted);
  });

  it('may set type or coding, which are then not repeated', async (t) => {
    const { ask } = await composer(t);
    const response = await ask(
      ['body', 'x'],
      ['coding', 'gzip'],
      ['header', 'content-type: text/css'],
      ['header', 'content-ENCODING: br'],
    );
    const names = response.fields
      .map(([name]) => name)
      .filter((name) => /^content-(type|encoding)$/i.test(name));
    assert.deepEqual(names, ['content-type', 'content-ENCODING']);
    assert.equal(decoders.gzip(response.body).toString(), 'x');
  });

  it('that frames the message is rejected in any case', async (t) => {
    const { errorOf } = await composer(t);
    for (const name of [
      'Content-Length',
      'content-length',
      'TRANSFER-ENCODING',
      'Connection',
      'Keep-Alive',
      'Proxy-Connection',
      'Upgrade',
      'Trailer',
      'TE',
    ]) {
      assert.match(await errorOf(['header', `${name}: 1`]), /cannot be set/, name);
      assert.match(await errorOf(['trailer', `${name}: 1`]), /cannot be set/, name);
    }
    for (const line of ['A: b\r\nX-Evil: 1', 'A: b\nX-Evil: 1', 'A: \0', 'A: €', 'A\r\nX-Evil: 1', 'A : 1']) {
      assert.match(await errorOf(['header', line]), /header/, JSON.stringify(line));
    }
    for (const line of ['A', ': 1', ' A: 1', 'Ä: 1', ':status: 200']) {
      assert.match(await errorOf(['header', line]), /header/, line);
    }
  });

  it('is limited to 64, including cookies and a redirect', async (t) => {
    const { ask, errorOf } = await composer(t);
    const many = Array.from({ length: 64 }, (_, index): Word => ['header', `X-${index}: 1`]);
    assert.equal((await ask(...many)).status, 200);
    assert.match(await errorOf(...many, ['header', 'X-A: 1']), /header/);
    assert.match(await errorOf(...many, ['cookie', 'a=1']), /64/);
    assert.match(await errorOf(...many, ['redirect', '/get']), /64/);
  });
});

describe('cookie', () => {
  it('keeps its attributes unchanged', async (t) => {
    const { ask } = await composer(t);
    const response = await ask(
      ['cookie', 'a=1;Path=/ ; HttpOnly;secure; SameSite=Lax; Max-Age=-1; Domain=example.org; Partitioned;'],
      ['cookie', 'b="x"; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Priority=High'],
      ['cookie', 'c='],
    );
    assert.deepEqual(
      response.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value),
      [
        'a=1; Path=/; HttpOnly; secure; SameSite=Lax; Max-Age=-1; Domain=example.org; Partitioned',
        'b="x"; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Priority=High',
        'c=',
      ],
    );
  });

  it('is rejected when it is ambiguous, with a suggestion for an unknown attribute', async (t) => {
    const { errorOf } = await composer(t);
    for (const line of [
      'a',
      '=1',
      'a b=1',
      'a=1 2',
      'a=1,2',
      'a="1',
      'a=é',
      'a=1; Max-Age=x',
      'a=1; SameSite=Maybe',
      'a=1; Secure=yes',
      'a=1; Expires=never',
      'a=1; Path',
      'a=1; Path=/\r\nX-Evil: 1',
    ]) {
      assert.match(await errorOf(['cookie', line]), /cookie/, line);
    }
    assert.match(await errorOf(['cookie', 'a=1; MaxAge=1']), /did you mean Max-Age\?/);
  });
});

describe('redirect', () => {
  it('has status 302 by default', async (t) => {
    const { ask } = await composer(t);
    const found = await ask(['redirect', '/get?a=1']);
    assert.deepEqual([found.status, found.field('Location')], [302, '/get?a=1']);
    const permanent = await ask(['redirect', 'http://example.org/'], ['status', '308']);
    assert.deepEqual([permanent.status, permanent.field('Location')], [308, 'http://example.org/']);
  });

  it('leads to allowed hosts only, with any header', async (t) => {
    const server = await serve(t, { allowedRedirectDomains: ['example.org'] });
    const statusOf = async (...words: Word[]) => (await server.get(`/compose?${formatQuery(words)}`)).status;
    for (const target of ['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/']) {
      assert.equal(await statusOf(['redirect', target]), 400, target);
      assert.equal(await statusOf(['header', `location: ${target}`]), 400, target);
      assert.equal(await statusOf(['header', `Refresh: 0; url=${target}`]), 400, target);
    }
    for (const target of ['http://other.example/', '//other.example', 'http://example.org@other.example/']) {
      assert.equal(await statusOf(['redirect', target]), 403, target);
      assert.equal(await statusOf(['header', `Location: ${target}`]), 403, target);
      assert.equal(await statusOf(['header', `Refresh: 0; url=${target}`]), 403, target);
    }
    assert.equal(await statusOf(['redirect', 'https://example.org/a']), 302);
  });
});

describe('content', () => {
  it('is text, JSON, base64 or letters, with a default type', async (t) => {
    const { ask } = await composer(t);
    for (const [word, value, body, type] of [
      ['body', 'grüß €\0', Buffer.from('grüß €\0'), 'text/plain; charset=utf-8'],
      ['json', ' {"a": [1e2]} ', Buffer.from(' {"a": [1e2]} '), 'application/json'],
      ['base64', '/+8=', Buffer.from([0xff, 0xef]), 'application/octet-stream'],
      ['base64', '_-8', Buffer.from([0xff, 0xef]), 'application/octet-stream'],
      ['bytes', '28', Buffer.from('abcdefghijklmnopqrstuvwxyzab'), 'application/octet-stream'],
      ['bytes', '0', Buffer.alloc(0), 'application/octet-stream'],
    ] as const) {
      const response = await ask([word, value]);
      assert.deepEqual(response.body, body);
      assert.equal(response.field('Content-Type'), type);
      assert.equal(response.field('Content-Length'), String(body.length));
      assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
      assert.equal(response.field('Content-Security-Policy'), undefined);
    }
  });

  it('accepts a plus sign in base64', async (t) => {
    const server = await serve(t);
    assert.deepEqual((await server.get('/compose?base64=/+8=')).body, Buffer.from([0xff, 0xef]));
  });

  it('is rejected when it is ambiguous or invalid', async (t) => {
    const { errorOf } = await composer(t);
    assert.match(await errorOf(['body', 'x'], ['bytes', '1']), /body: cannot be combined with bytes/);
    for (const [word, value] of [
      ['json', '{'],
      ['json', "{'a':1}"],
      ['base64', 'a'],
      ['base64', 'a*bc'],
      ['bytes', '-1'],
      ['bytes', '1.5'],
      ['bytes', 'x'],
    ] as const) {
      assert.match(await errorOf([word, value]), new RegExp(word), value);
    }
  });

  it('has any type or none, and is sandboxed when it could run', async (t) => {
    const { ask, errorOf } = await composer(t);
    for (const type of [
      'text/html',
      'image/svg+xml',
      'text/javascript',
      'application/xml; a="b;c"',
      'none',
    ]) {
      const response = await ask(['body', '<script>alert(1)</script>'], ['type', type]);
      assert.equal(response.field('Content-Type'), type === 'none' ? undefined : type);
      assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
      assert.equal(response.field('Content-Security-Policy'), 'sandbox', type);
    }
    const byHeader = await ask(['body', 'x'], ['header', 'content-TYPE: text/html']);
    assert.equal(byHeader.field('Content-Security-Policy'), 'sandbox');
    const twice = await ask(['body', 'x'], ['type', 'text/plain'], ['header', 'Content-Type: text/html']);
    assert.equal(twice.field('Content-Security-Policy'), 'sandbox');
    for (const type of ['text', 'text/', 'text/html;', 'text/html; a', 'a b/c', 'text/html\r\nX-Evil: 1']) {
      assert.match(await errorOf(['body', 'x'], ['type', type]), /type/, type);
    }
  });

  it('as text is in the given charset', async (t) => {
    const { ask, errorOf } = await composer(t);
    const latin = await ask(['body', 'é'], ['charset', 'iso-8859-1']);
    assert.deepEqual(latin.body, Buffer.from([0xe9]));
    assert.equal(latin.field('Content-Type'), 'text/plain; charset=iso-8859-1');
    const wide = await ask(['body', 'é'], ['charset', 'utf-16le'], ['type', 'text/html']);
    assert.deepEqual(wide.body, Buffer.from([0xe9, 0]));
    assert.equal(wide.field('Content-Type'), 'text/html; charset=utf-16le');
    const mislabelled = await ask(
      ['body', 'é'],
      ['charset', 'iso-8859-1'],
      ['type', 'text/plain; charset=utf-8'],
    );
    assert.equal(mislabelled.field('Content-Type'), 'text/plain; charset=utf-8');
    assert.match(await errorOf(['body', '€'], ['charset', 'iso-8859-1']), /iso-8859-1 does not have/);
    assert.match(await errorOf(['body', 'x'], ['charset', 'latin9']), /charset/);
    assert.match(await errorOf(['json', '1'], ['charset', 'utf-8']), /charset/);
  });

  it('is generated up to the configured size', async (t) => {
    const server = await serve(t, { maxGeneratedSize: 200_000 });
    const response = await server.get('/compose?bytes=200000');
    assert.equal(response.field('Content-Length'), '200000');
    assert.equal(response.text(), 'abcdefghijklmnopqrstuvwxyz'.repeat(7693).slice(0, 200_000));
    assert.equal((await server.get('/compose?bytes=200001')).status, 400);
  });
});

describe('coding', () => {
  it('is applied to small and large content, and announced', async (t) => {
    const { ask, askRaw } = await composer(t);
    for (const [coding, decode] of Object.entries(decoders)) {
      const small = await ask(['body', 'text'], ['coding', coding]);
      assert.equal(small.field('Content-Encoding'), coding);
      assert.equal(small.field('Content-Length'), String(small.body.length));
      assert.equal(decode(small.body).toString(), 'text');
      const large = await askRaw(['bytes', '100000'], ['coding', coding]);
      assert.equal(decode(large.body).length, 100_000);
    }
  });

  it('may be repeated, in the order of application', async (t) => {
    const { ask } = await composer(t);
    const response = await ask(
      ['body', 'text'],
      ['coding', 'br'],
      ['coding', 'identity'],
      ['coding', 'gzip'],
    );
    assert.equal(response.field('Content-Encoding'), 'br, gzip');
    assert.equal(decoders.br(decoders.gzip(response.body)).toString(), 'text');
  });

  it('of identity only has no effect', async (t) => {
    const response = await (await composer(t)).ask(['body', 'text'], ['coding', 'identity']);
    assert.equal(response.field('Content-Encoding'), undefined);
    assert.equal(response.text(), 'text');
  });

  it('is rejected when it is unknown, or the fifth', async (t) => {
    const { errorOf } = await composer(t);
    assert.match(await errorOf(['coding', 'gzpi']), /coding: must be one of zstd/);
    const gzip: Word = ['coding', 'gzip'];
    assert.match(await errorOf(gzip, gzip, gzip, gzip, gzip), /coding/);
  });
});

describe('directives', () => {
  it('are rejected with a suggestion when they are unknown', async (t) => {
    const { errorOf } = await composer(t);
    assert.match(await errorOf(['staus', '200']), /staus: is not known \(did you mean status\?\)/);
    assert.match(await errorOf(['__proto__', '1']), /__proto__: is not known/);
  });

  it('are ignored without a value', async (t) => {
    const server = await serve(t);
    const empty = ['status', 'header', 'cookie', 'body', 'json', 'bytes', 'type', 'charset', 'delay', 'rate'];
    const response = await server.get(`/compose?${empty.join('=&')}=&body=x&header=A: 1`.replace(' ', '+'));
    assert.deepEqual([response.status, response.text(), response.field('A')], [200, 'x', '1']);
  });

  it('are rejected when repeated, unless they are lists', async (t) => {
    const { errorOf } = await composer(t);
    assert.match(
      await errorOf(['status', '200'], ['status', '200']),
      /status: must not be given more than once/,
    );
  });

  it('are all reported at once when several are invalid', async (t) => {
    const { errorOf } = await composer(t);
    const text = await errorOf(['status', 'x'], ['header', 'x'], ['json', '{'], ['type', 'x']);
    for (const word of ['status', 'header', 'json', 'type']) assert.match(text, new RegExp(word));
  });

  it('apply to methods without an endpoint', async (t) => {
    const server = await serve(t);
    for (const method of ['GET', 'PROPFIND']) {
      const response = await server.send({ method, path: '/compose?body=abc&trailer=X-End:%201' });
      assert.equal(response.status, 200, method);
      assert.match(response.text(), /abc/);
    }
  });

  it('apply to every method, and to HEAD without content and its duration', async (t) => {
    const { port, send, runtime } = await composer(t);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PURGE', 'M-SEARCH']) {
      const response = await send({ method, path: '/compose?status=201&body=x', body: 'ignored' });
      assert.deepEqual([response.status, response.text()], [201, 'x'], method);
    }
    const startedAt = runtime.now();
    const head = await rawResponse(port, '/compose?body=text&rate=1&trailer=A:1&header=X:1', 'HEAD');
    assert.equal(head.statusLine, 'HTTP/1.1 200 OK');
    assert.equal(head.body.length, 0);
    assert.equal(runtime.now(), startedAt);
  });

  it('apply to HTTP/1.0 clients without chunks', async (t) => {
    const server = await serve(t);
    const [response] = await exchangeBytes(
      server.port,
      'GET /compose?body=text&chunk=1&trailer=A:1 HTTP/1.0\r\n\r\n',
    );
    assert.deepEqual([response?.status, response?.text()], [200, 'text']);
    assert.equal(response?.field('Trailer'), undefined);
  });
});

describe('directives in the path', () => {
  it('work as in the query, which may have more', async (t) => {
    const server = await serve(t);
    const path = '/compose/status=418/header=x-CASE:%20a%2Fb/header=X-Plus:+1/body=caf%C3%A9/?header=Last:1';
    const response = await server.get(path);
    assert.equal(response.status, 418);
    assert.deepEqual(
      response.fields.filter(([name]) => /^(x-|last)/i.test(name) && name !== 'X-Content-Type-Options'),
      [
        ['x-CASE', 'a/b'],
        ['X-Plus', '+1'],
        ['Last', '1'],
      ],
    );
    assert.equal(response.text(), 'café');
  });

  it('may be followed by any path after end', async (t) => {
    const server = await serve(t);
    for (const rest of ['', '/', '/users/5', '/users?status=204&nonsense=1', '/status=204', '?page=2']) {
      assert.equal((await server.get(`/compose/status=503/end${rest}`)).status, 503, rest);
    }
  });

  it('are rejected when they are unknown or have no value', async (t) => {
    const server = await serve(t);
    for (const path of [
      'staus=1',
      'status',
      'status=x',
      'delay=99',
      '%ff',
      'status=200/x',
      'status=1/status=1',
    ]) {
      assert.equal((await server.get(`/compose/${path}`)).status, 400, path);
    }
    assert.match((await server.get('/compose/staus=1')).text(), /did you mean status/);
  });
});
