import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { FrameClient } from '#test/support/wire/frame-client.ts';
import { request as encodeRequest, headers, reset } from '#test/support/wire/http2-recorder.ts';
import { request } from '#test/support/wire/wire.ts';
import { CODE } from '#wire/http2/error.ts';
import { HTTP2_LIMITS } from '#wire/http2/limits.ts';
import { HttpError } from '../errors/errors.ts';

const one = endpoint({
  ...anything,
  path: '/thing',
  methods: ['GET'],
  handle: ({ exchange }) => exchange.send(200, [], 'got'),
});
const other = endpoint({
  ...anything,
  path: '/thing',
  methods: ['DELETE'],
  handle: ({ exchange }) => exchange.empty(204),
});

describe('the methods of a path', () => {
  it('are those of all its endpoints, with HEAD and OPTIONS', async (t) => {
    const { port } = await serveToy(t, [one, other]);
    const refused = await request(port, { path: '/thing', method: 'PATCH' });
    assert.equal(refused.status, 405);
    assert.equal(refused.field('Allow'), 'GET, HEAD, DELETE, OPTIONS');
    assert.equal(
      (await request(port, { path: '/thing', method: 'OPTIONS' })).field('Allow'),
      'GET, HEAD, DELETE, OPTIONS',
    );
    assert.equal((await request(port, { path: '/thing', method: 'DELETE' })).status, 204);
  });

  it('do not include HEAD without GET', async (t) => {
    const { port } = await serveToy(t, [other]);
    assert.equal((await request(port, { path: '/thing', method: 'HEAD' })).status, 405);
  });

  it('cannot be declared twice', async (t) => {
    await assert.rejects(serveToy(t, [one, one]), /declared twice/);
  });
});

describe('parameters', () => {
  const seen = endpoint({
    ...anything,
    path: '/seen/{n}/{rest+}',
    methods: ['GET'],
    params: { n: Type.Integer(), rest: Type.String() },
    query: {
      size: Type.Integer({ minimum: 1, maximum: 10, default: 3, clamp: true }),
      strict: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
      ratio: Type.Optional(Type.Number()),
    },
    handle: ({ exchange, params, query }) => exchange.json(200, { ...params, ...query }),
  });

  it('have the types of their schemas, and defaults', async (t) => {
    const { port } = await serveToy(t, [seen]);
    const response = await request(port, { path: '/seen/007/a/b%20c?strict=5&strict=6&ratio=.5&other=1' });
    assert.deepEqual(response.json(), { n: 7, rest: 'a/b c', size: 3, strict: 5, ratio: 0.5 });
  });

  it('that are integers in the path match digits only; anything else gets 404', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const path of ['/seen/x/a', '/seen/-1/a', '/seen/1.5/a', '/seen/1/', '/seen//a']) {
      assert.equal((await request(port, { path })).status, 404, path);
    }
  });

  it('that are invalid get 400', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const query of ['strict=x', 'strict=0', 'strict=11', 'strict=', 'ratio=abc', 'ratio=Infinity']) {
      const response = await request(port, { path: `/seen/1/a?${query}` });
      assert.equal(response.status, 400, query);
      assert.match(response.text(), new RegExp(query.split('=')[0] ?? ''));
    }
  });

  it('with clamp become the maximum above it, and the default if invalid otherwise', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const [input, used] of [
      ['99', 10],
      ['0', 3],
      ['-5', 3],
      ['x', 3],
      ['', 3],
      ['1e1', 3],
    ]) {
      const response = await request(port, { path: `/seen/1/a?size=${input}` });
      assert.deepEqual(response.json(), { n: 1, rest: 'a', size: used }, String(input));
    }
  });
});

describe('query parameters that are lists', () => {
  const listed = endpoint({
    ...anything,
    path: '/listed',
    methods: ['GET'],
    query: {
      size: Type.Array(Type.Integer({ maximum: 9 }), { maxItems: 3, default: [] }),
      word: Type.Optional(Type.Array(Type.Enum(['a', 'b']))),
    },
    handle: ({ exchange, query }) => exchange.json(200, query),
  });

  it('have all values in order, each with the type of the items', async (t) => {
    const { port } = await serveToy(t, [listed]);
    const response = await request(port, { path: '/listed?size=2&word=b&size=1&word=a&size=2' });
    assert.deepEqual(response.json(), { size: [2, 1, 2], word: ['b', 'a'] });
    assert.deepEqual((await request(port, { path: '/listed' })).json(), { size: [] });
  });

  it('that are too long, or have invalid items, get 400', async (t) => {
    const { port } = await serveToy(t, [listed]);
    for (const query of ['size=1&size=1&size=1&size=1', 'size=1&size=x', 'size=10', 'word=a&word=c']) {
      const response = await request(port, { path: `/listed?${query}` });
      assert.equal(response.status, 400, query);
      assert.match(response.text(), new RegExp(query.split('=')[0] ?? ''));
    }
  });
});

describe('query parameters of any case', () => {
  it('match their lower-case names, and the first value counts', async (t) => {
    const loose = endpoint({
      ...anything,
      path: '/loose',
      methods: ['GET'],
      query: { size: Type.Optional(Type.Integer()) },
      anyCaseQuery: true,
      handle: ({ exchange, query }) => exchange.json(200, query),
    });
    const { port } = await serveToy(t, [loose]);
    assert.deepEqual((await request(port, { path: '/loose?SIZE=1&size=2' })).json(), { size: 1 });
  });
});

describe('query parameters that are numbers', () => {
  it('are decimal, and finite', async (t) => {
    const numeric = endpoint({
      ...anything,
      path: '/numeric',
      methods: ['GET'],
      query: { size: Type.Number() },
      handle: ({ exchange, query }) => exchange.json(200, query),
    });
    const { port } = await serveToy(t, [numeric]);
    for (const [text, size] of Object.entries({ '-1.5': -1.5, '.5': 0.5, '5.': 5, '1e3': 1000, '%2B2': 2 })) {
      assert.deepEqual((await request(port, { path: `/numeric?size=${text}` })).json(), { size }, text);
    }
    for (const text of ['0x10', '1e999', 'Infinity', 'NaN', '', '.', '1_0', '1,5', '0b1']) {
      assert.equal((await request(port, { path: `/numeric?size=${text}` })).status, 400, text);
    }
  });
});

describe('a strict query', () => {
  const strict = endpoint({
    ...anything,
    path: '/strict',
    methods: ['GET'],
    query: { size: Type.Optional(Type.Integer()), word: Type.Array(Type.String(), { default: [] }) },
    strictQuery: true,
    handle: ({ exchange, query }) => exchange.json(200, query),
  });

  it('accepts declared parameters, and ignores empty values', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const response = await request(port, { path: '/strict?size=&word=&word=a&size=1&none=&word' });
    assert.deepEqual(response.json(), { size: 1, word: ['a'] });
  });

  it('rejects undeclared parameters, with the most similar name', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const response = await request(port, { path: '/strict?siez=1&__proto__=1' });
    assert.equal(response.status, 400);
    assert.match(response.text(), /siez: is not known \(did you mean size\?\); __proto__: is not known$/);
  });

  it('rejects a second value of a parameter that is not a list', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const response = await request(port, { path: '/strict?size=1&size=1' });
    assert.equal(response.status, 400);
    assert.match(response.text(), /size: must not be given more than once/);
  });
});

describe('a JSON body', () => {
  const body = Type.Object({ name: Type.String({ maxLength: 3 }) });
  const named = endpoint({
    ...anything,
    path: '/named',
    methods: ['POST'],
    body,
    handle: ({ exchange, body: { name } }) => exchange.send(200, [], name),
  });
  const post = (port: number, content: string | Uint8Array) =>
    request(port, { path: '/named', method: 'POST', body: content });

  it('is parsed whatever its declared media type is', async (t) => {
    const { port } = await serveToy(t, [named]);
    assert.equal((await post(port, '{"name":"ab"}')).text(), 'ab');
  });

  it('that is not JSON, not UTF-8, not an object, too deep or absent gets 400', async (t) => {
    const { port } = await serveToy(t, [named]);
    for (const content of [
      '{',
      '',
      '[]',
      'null',
      '1',
      Uint8Array.of(0xff),
      `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
    ]) {
      assert.equal((await post(port, content)).status, 400, String(content));
    }
  });

  it('that does not match its schema gets 422', async (t) => {
    const { port } = await serveToy(t, [named]);
    for (const content of ['{}', '{"name":1}', '{"name":"abcd"}'])
      assert.equal((await post(port, content)).status, 422, content);
  });
});

describe('an error', () => {
  const failing = (path: `/${string}`, handle: () => void | Promise<void>) =>
    endpoint({ ...anything, path, methods: ['GET'], handle });

  it('that is unexpected is a 500 with an id, and its details are only in the log', async (t) => {
    const toy = await serveToy(t, [
      failing('/now', () => {
        throw new Error('secret detail');
      }),
      failing('/later', async () => {
        throw new Error('secret detail');
      }),
    ]);
    for (const path of ['/now', '/later']) {
      const response = await request(toy.port, { path });
      assert.equal(response.status, 500);
      assert.doesNotMatch(response.text(), /secret/);
      const { details } = toy.logged.shift() ?? {};
      assert.ok(details && 'requestId' in details && response.text().includes(String(details.requestId)));
    }
  });

  it('of the class HttpError has its own fields', async (t) => {
    const { port } = await serveToy(t, [
      failing('/tea', () => {
        throw new HttpError(418, 'Short and stout.', { fields: [['X-Spout', 'yes']] });
      }),
    ]);
    const response = await request(port, { path: '/tea' });
    assert.deepEqual(
      [response.status, response.field('X-Spout'), response.text()],
      [418, 'yes', '418 Short and stout.'],
    );
  });

  it('of a handler without a response is a 500', async (t) => {
    const toy = await serveToy(t, [failing('/now', () => {}), failing('/later', async () => {})]);
    for (const path of ['/now', '/later']) assert.equal((await request(toy.port, { path })).status, 500);
    assert.equal(toy.logged.length, 2);
  });

  it('of a handler with two responses is in the log, and the first response is sent', async (t) => {
    const twice = endpoint({
      ...anything,
      path: '/twice',
      methods: ['GET'],
      handle: async ({ exchange }) => {
        exchange.send(200, [], 'first');
        exchange.send(200, [], 'second');
      },
    });
    const toy = await serveToy(t, [twice]);
    assert.equal((await request(toy.port, { path: '/twice' })).text(), 'first');
    assert.match(
      JSON.stringify(toy.logged.map(({ details }) => String(Reflect.get(details ?? {}, 'error')))),
      /second response/,
    );
  });

  it('of an invalid field value is a 400, and no line is ever split', async (t) => {
    const unwritable = (path: `/${string}`, value: string) =>
      endpoint({
        ...anything,
        path,
        methods: ['GET'],
        handle: ({ exchange }) => exchange.empty(200, [['X-Value', value]]),
      });
    const { port } = await serveToy(t, [
      unwritable('/crlf', 'a\r\nX-Evil: 1'),
      unwritable('/wide', '€'),
      unwritable('/nul', '\0'),
    ]);
    for (const path of ['/crlf', '/wide', '/nul']) {
      const response = await request(port, { path });
      assert.equal(response.status, 400);
      assert.equal(response.field('X-Evil'), undefined);
    }
  });
});

describe('an observer', () => {
  it('receives each exchange once, by template', async (t) => {
    const seen = endpoint({
      ...anything,
      path: '/seen/{name}',
      methods: ['GET'],
      params: { name: Type.String() },
      handle: ({ exchange }) => exchange.send(201, [], ''),
    });
    const toy = await serveToy(t, [seen]);
    await request(toy.port, { path: '/seen/secret' });
    await request(toy.port, { path: '/nowhere' });
    await toy.close();
    assert.deepEqual(
      toy.finished.map(({ method, template, status, service, peer }) => ({
        method,
        template,
        status,
        service,
        peer,
      })),
      [
        { method: 'GET', template: '/seen/{name}', status: 201, service: 'toy', peer: '127.0.0.1' },
        { method: 'GET', template: '', status: 404, service: 'toy', peer: '127.0.0.1' },
      ],
    );
  });
});

// No endpoint of the services goes on when its client has reset the stream.
it('a handler counts to the streams of its connection until it ends, although the client resets the stream', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = endpoint({ ...anything, path: '/slow', methods: ['GET'], handle: () => promise });
  const { port } = await serveToy(t, [one, slow], {}, { h2c: true });
  const client = FrameClient.open(t, port);
  const block = encodeRequest([], 'GET', '/slow');
  let id = 1;
  for (let count = 0; count < HTTP2_LIMITS.maxStreams; count++, id += 2)
    client.send(headers(id, block), reset(id, CODE.CANCEL));
  client.send(headers(id, block));
  await client.ping();
  assert.deepEqual(client.of(id), [`RST_STREAM ${id} REFUSED_STREAM`]);
  resolve();
  await client.ping();
  client.send(headers(id + 2, encodeRequest([], 'GET', '/thing')));
  await client.received(`HEADERS ${id + 2} 200`);
});
