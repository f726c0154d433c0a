import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNormalize } from '../normalize.ts';
import { type ImportOptions, importRules } from './import-rules.ts';

const LIMITS = {
  maxDuration: 10_000,
  maxGeneratedSize: 1000,
  maxBodySize: 100,
  enabledLabs: [],
  allowedRedirectDomains: [],
  accountPaths: [],
  sharesAccountsOrigin: true,
  sharesAccountsHost: true,
};

const OPTIONS: ImportOptions = {
  ignoredQuery: new Set(),
  keepsSecrets: false,
  limits: LIMITS,
  pause: async () => {},
  normalize: createNormalize(() => [], { ...LIMITS, limits: LIMITS }),
};

const entryOf = (url: string, text = '', method = 'GET') => ({
  request: { method, url: url.startsWith('/') ? `https://h.example${url}` : url },
  response: { status: 200, headers: [], content: { size: text.length, text } },
});

/** The rules of the entries by their matches, and what is left out. */
async function importOf(entries: readonly unknown[], options: Partial<ImportOptions> = {}) {
  const { rules, leftOut } = await importRules(entries, { ...OPTIONS, ...options });
  return { rules, leftOut: leftOut.map(({ entry, reason }) => `${entry} ${reason}`) };
}

async function pathsOf(entries: readonly unknown[], options: Partial<ImportOptions> = {}) {
  const { rules, leftOut } = await importOf(entries, options);
  return [rules.map(({ match }) => match?.path), leftOut];
}

describe('the rules of an archive', () => {
  it('have the responses of equal requests as steps, equal ones in a row as one', async () => {
    const ok = { status: 200 };
    const match = { method: 'GET', query_only: true };
    const step = (body: string) => ({ status: 200, body, type: 'none' });
    const stepsOf = async (...texts: readonly string[]) =>
      (await importOf(texts.map((text) => entryOf('/a', text)))).rules;
    for (const [texts, respond] of [
      [[''], ok],
      [['', ''], [{ ...ok, times: 2 }]],
      [['', '', ''], [{ ...ok, times: 3 }]],
      [
        ['a', 'b'],
        [step('a'), step('b')],
      ],
      [
        ['a', 'b', 'b', 'a', 'a', 'a'],
        [step('a'), { ...step('b'), times: 2 }, { ...step('a'), times: 3 }],
      ],
    ] as const)
      assert.deepEqual(await stepsOf(...texts), [{ match: { ...match, path: '/a' }, respond }], texts.join());
    assert.deepEqual(
      await importOf([entryOf('/a'), entryOf('/b'), entryOf('/a?b=1'), entryOf('/a', '', 'PUT')], {
        bin: 'b1',
      }),
      {
        rules: [
          { match: { ...match, path: '/a' }, respond: ok, bin: 'b1' },
          { match: { ...match, path: '/b' }, respond: ok, bin: 'b1' },
          { match: { ...match, path: '/a', query: { b: '1' } }, respond: ok, bin: 'b1' },
          { match: { ...match, method: 'PUT', path: '/a' }, respond: ok, bin: 'b1' },
        ],
        leftOut: [],
      },
    );
    assert.deepEqual(await importOf([]), { rules: [], leftOut: [] });
  });

  it('are of the first origin, or below the base', async () => {
    const entries = [
      '/api/v2',
      '/api/v2/a',
      '/api/v2x',
      'http://h.example/api/v2/b',
      'https://other.example/',
    ].map((url) => entryOf(url));
    const all = ['/api/v2', '/api/v2/a', '/api/v2x', '/api/v2/b', '/'];
    const beside = (...numbers: readonly number[]) =>
      numbers.map((number) => `${number} is not below the base`);
    const other = 'has another origin than https://h.example';
    for (const [base, paths, leftOut] of [
      [undefined, all.slice(0, 4), [`4 ${other}`]],
      ['', all, []],
      ['/', all, []],
      ['/api', ['/v2', '/v2/a', '/v2x', '/v2/b'], beside(4)],
      ['/api/v2', ['/', '/a', '/b'], beside(2, 4)],
      ['/api/v2/', ['/', '/a', '/b'], beside(2, 4)],
      ['https://h.example', all.slice(0, 4), beside(4)],
      ['http://h.example/api/v2', ['/', '/a', '/b'], beside(2, 4)],
      ['https://h.exam', [], beside(0, 1, 2, 3, 4)],
      ['/API', [], beside(0, 1, 2, 3, 4)],
    ] as const)
      assert.deepEqual(
        await pathsOf(entries, base === undefined ? {} : { base }),
        [paths, leftOut],
        String(base),
      );
    // The first entry that becomes a rule decides.
    const webSocket = { ...entryOf('http://first.example/'), _webSocket: {} };
    assert.deepEqual(
      await pathsOf([entryOf('data:,'), webSocket, entryOf('/a'), entryOf('http://b.example/')]),
      [
        ['/a'],
        ['0 is not a request of HTTP', '1 is a WebSocket', '3 has another origin than https://h.example'],
      ],
    );
    assert.deepEqual(await pathsOf([entryOf('https://first.example/', '', 'GTE'), entryOf('/a')]), [
      ['/a'],
      [
        '0 makes an invalid rule: match.method must not be "GTE" (did you mean GET?); {"is": "GTE"} compares literally',
      ],
    ]);
  });

  it('are of the requests that a filter selects, of which the others are not left out', async () => {
    const filter = { path: { like: '/a*' } };
    const cut = { ...entryOf('/b'), _webSocket: {} };
    assert.deepEqual(await pathsOf([entryOf('https://other.example/b'), cut, entryOf('/a'), 1], { filter }), [
      ['/a'],
      ['3 must be an object'],
    ]);
  });

  it('leave out what is invalid, without the steps before it', async () => {
    const large = entryOf('/a', 'x'.repeat(1024 * 1024 + 1));
    const step = (body: string) => ({ status: 200, body, type: 'none' });
    const match = { method: 'GET', path: '/a', query_only: true };
    assert.deepEqual(await importOf([entryOf('/a', 'a'), large, entryOf('/a', 'b')]), {
      rules: [{ match, respond: [step('a'), step('b')] }],
      leftOut: ['1 has content of more than 1 MiB'],
    });
    // A list has 64 steps, and a step 1,000 requests.
    const numbered = Array.from({ length: 66 }, (_, index) => entryOf('/a', `${Math.min(index, 64)}.`));
    const { rules, leftOut } = await importOf(numbered);
    assert.equal([rules[0]?.respond].flat().length, 64);
    assert.deepEqual(leftOut, [
      '64 has one of more than 64 different responses to equal requests',
      '65 has one of more than 64 different responses to equal requests',
    ]);
    const repeated = await importOf(Array.from({ length: 1001 }, () => entryOf('/a', 'a')));
    assert.deepEqual(repeated, {
      rules: [{ match, respond: [{ ...step('a'), times: 1000 }, step('a')] }],
      leftOut: [],
    });
  });

  it('are as many as a server can have', async () => {
    const entries = Array.from({ length: 1001 }, (_, index) => entryOf(`/${index}`));
    assert.equal((await importOf(entries.slice(1))).rules.length, 1000);
    await assert.rejects(importOf(entries), {
      name: 'InvalidInputError',
      message: 'The input makes more than 1000 rules; select requests with filter or base.',
    });
    const filter = { path: { like: '/9*' } };
    assert.equal((await importRules(entries, { ...OPTIONS, filter })).rules.length, 111);
  });

  it('of one path begin with that which has the most conditions', async () => {
    const post = (body: string | undefined, text: string) => ({
      ...entryOf('/p', text, 'POST'),
      request: {
        method: 'POST',
        url: 'https://h.example/p',
        ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
      },
    });
    const { rules } = await importOf([
      post(undefined, '1.'),
      entryOf('/g', '2.'),
      post('{"a":1}', '3.'),
      post('{"a":1,"b":2}', '4.'),
      entryOf('/g', '', 'HEAD'),
    ]);
    assert.deepEqual(
      rules.map(({ match }) => [match?.method, match?.body]),
      [
        ['POST', { json: { a: 1, b: 2 } }],
        ['POST', { json: { a: 1 } }],
        ['POST', undefined],
        ['HEAD', undefined],
        ['GET', undefined],
      ],
    );
  });

  it('pass on other errors', async () => {
    const normalize = () => {
      throw new TypeError('failed');
    };
    await assert.rejects(importOf([entryOf('/a')], { normalize }), { name: 'TypeError', message: 'failed' });
  });
});
