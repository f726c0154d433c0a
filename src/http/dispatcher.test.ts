import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, serveToy } from '../../test/support/toy.ts';
import { request } from '../../test/support/wire.ts';
import { HttpError } from './errors.ts';

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
  it('come from all endpoints that share it, HEAD and OPTIONS with them', async (t) => {
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

  it('do not have HEAD where there is no GET', async (t) => {
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
    const answer = await request(port, { path: '/seen/007/a/b%20c?strict=5&strict=6&ratio=.5&other=1' });
    assert.deepEqual(answer.json(), { n: 7, rest: 'a/b c', size: 3, strict: 5, ratio: 0.5 });
  });

  it('that are integers in the path match digits alone: anything else is 404', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const path of ['/seen/x/a', '/seen/-1/a', '/seen/1.5/a', '/seen/1/', '/seen//a']) {
      assert.equal((await request(port, { path })).status, 404, path);
    }
  });

  it('that do not fit are refused with 400', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const query of ['strict=x', 'strict=0', 'strict=11', 'strict=', 'ratio=abc', 'ratio=Infinity']) {
      const answer = await request(port, { path: `/seen/1/a?${query}` });
      assert.equal(answer.status, 400, query);
      assert.match(answer.text(), new RegExp(query.split('=')[0] ?? ''));
    }
  });

  it('that clamp are mended: above the maximum the maximum, else the default', async (t) => {
    const { port } = await serveToy(t, [seen]);
    for (const [given, used] of [
      ['99', 10],
      ['0', 3],
      ['-5', 3],
      ['x', 3],
      ['', 3],
      ['1e1', 3],
    ]) {
      const answer = await request(port, { path: `/seen/1/a?size=${given}` });
      assert.deepEqual(answer.json(), { n: 1, rest: 'a', size: used }, String(given));
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

  it('have every value, in order, each as the type of the items', async (t) => {
    const { port } = await serveToy(t, [listed]);
    const answer = await request(port, { path: '/listed?size=2&word=b&size=1&word=a&size=2' });
    assert.deepEqual(answer.json(), { size: [2, 1, 2], word: ['b', 'a'] });
    assert.deepEqual((await request(port, { path: '/listed' })).json(), { size: [] });
  });

  it('that are too long, or hold what does not fit, are refused with 400', async (t) => {
    const { port } = await serveToy(t, [listed]);
    for (const query of ['size=1&size=1&size=1&size=1', 'size=1&size=x', 'size=10', 'word=a&word=c']) {
      const answer = await request(port, { path: `/listed?${query}` });
      assert.equal(answer.status, 400, query);
      assert.match(answer.text(), new RegExp(query.split('=')[0] ?? ''));
    }
  });
});

describe('query parameters of any case', () => {
  it('are known by their names in lower case, and the first that came counts', async (t) => {
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

  it('takes what is declared, and passes over what has no value', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const answer = await request(port, { path: '/strict?size=&word=&word=a&size=1&none=&word' });
    assert.deepEqual(answer.json(), { size: 1, word: ['a'] });
  });

  it('refuses what is not declared, with the name that is near', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const answer = await request(port, { path: '/strict?siez=1&__proto__=1' });
    assert.equal(answer.status, 400);
    assert.match(
      answer.text(),
      /siez: is not known here \(did you mean size\?\); __proto__: is not known here$/,
    );
  });

  it('refuses a second value of what is no list', async (t) => {
    const { port } = await serveToy(t, [strict]);
    const answer = await request(port, { path: '/strict?size=1&size=1' });
    assert.equal(answer.status, 400);
    assert.match(answer.text(), /size: must not be given more than once/);
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

  it('is read whatever its declared type is', async (t) => {
    const { port } = await serveToy(t, [named]);
    assert.equal((await post(port, '{"name":"ab"}')).text(), 'ab');
  });

  it('that is no JSON, no UTF-8, no object, too deep or absent is refused with 400', async (t) => {
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

  it('that does not fit its schema is refused with 422', async (t) => {
    const { port } = await serveToy(t, [named]);
    for (const content of ['{}', '{"name":1}', '{"name":"abcd"}'])
      assert.equal((await post(port, content)).status, 422, content);
  });
});

describe('what goes wrong', () => {
  const failing = (path: `/${string}`, handle: () => void | Promise<void>) =>
    endpoint({ ...anything, path, methods: ['GET'], handle });

  it('unexpectedly is a 500 that tells an id, and nothing else outside the log', async (t) => {
    const toy = await serveToy(t, [
      failing('/now', () => {
        throw new Error('secret detail');
      }),
      failing('/later', async () => {
        throw new Error('secret detail');
      }),
    ]);
    for (const path of ['/now', '/later']) {
      const answer = await request(toy.port, { path });
      assert.equal(answer.status, 500);
      assert.doesNotMatch(answer.text(), /secret/);
      const { details } = toy.logged.shift() ?? {};
      assert.ok(details && 'id' in details && answer.text().includes(String(details.id)));
    }
  });

  it('as a refusal carries its own fields', async (t) => {
    const { port } = await serveToy(t, [
      failing('/tea', () => {
        throw new HttpError(418, 'Short and stout.', { fields: [['X-Spout', 'yes']] });
      }),
    ]);
    const answer = await request(port, { path: '/tea' });
    assert.deepEqual(
      [answer.status, answer.field('X-Spout'), answer.text()],
      [418, 'yes', '418 Short and stout.'],
    );
  });

  it('when a handler answers nothing is a 500', async (t) => {
    const toy = await serveToy(t, [failing('/now', () => {}), failing('/later', async () => {})]);
    for (const path of ['/now', '/later']) assert.equal((await request(toy.port, { path })).status, 500);
    assert.equal(toy.logged.length, 2);
  });

  it('when a handler answers twice is an error in the log, and the first answer stands', async (t) => {
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

  it('when a value cannot stand in a field is a 400, and no line is ever split', async (t) => {
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
      const answer = await request(port, { path });
      assert.equal(answer.status, 400);
      assert.equal(answer.field('X-Evil'), undefined);
    }
  });
});

describe('an observer', () => {
  it('learns of each exchange once, by template', async (t) => {
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
