import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNormalize } from '../normalize.ts';
import { type ImportOptions, importRules } from './import-rules.ts';

const LIMITS = {
  ...{ maxDuration: 10_000, maxGeneratedSize: 1000, maxBodySize: 100, enabledLabs: [] },
  ...{ allowedRedirectDomains: [], accountPaths: [], sharesAccountsOrigin: true, sharesAccountsHost: true },
};

const OPTIONS: ImportOptions = {
  ignoredQuery: new Set(),
  keepsSecrets: false,
  limits: LIMITS,
  normalize: createNormalize(() => [], { ...LIMITS, limits: () => LIMITS }),
};

const entryOf = (url: string, text = '', method = 'GET') => ({
  request: { method, url: url.startsWith('/') ? `https://h.example${url}` : url },
  response: { status: 200, headers: [], content: { text } },
});

/** The rules of the entries by their matches, and what is left out. */
function importOf(entries: readonly unknown[], options: Partial<ImportOptions> = {}) {
  const { rules, leftOut } = importRules(entries, { ...OPTIONS, ...options });
  return { rules, leftOut: leftOut.map(({ entry, reason }) => `${entry} ${reason}`) };
}

const pathsOf = (entries: readonly unknown[], options: Partial<ImportOptions> = {}) => {
  const { rules, leftOut } = importOf(entries, options);
  return [rules.map(({ match }) => match?.path), leftOut];
};

describe('the rules of an archive', () => {
  it('have the responses of equal requests as steps, equal ones in a row as one', () => {
    const ok = { status: 200 };
    const match = { method: 'GET', query_only: true };
    const step = (body: string) => ({ status: 200, body, type: 'none' });
    const stepsOf = (...texts: readonly string[]) => importOf(texts.map((text) => entryOf('/a', text))).rules;
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
      assert.deepEqual(stepsOf(...texts), [{ match: { ...match, path: '/a' }, respond }], texts.join());
    assert.deepEqual(
      importOf([entryOf('/a'), entryOf('/b'), entryOf('/a?b=1'), entryOf('/a', '', 'PUT')], { bin: 'b1' }),
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
    assert.deepEqual(importOf([]), { rules: [], leftOut: [] });
  });

  it('are of the first origin, or below the base', () => {
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
      [undefined, all.slice(0, 3), [`3 ${other}`, `4 ${other}`]],
      ['', all, []],
      ['/', all, []],
      ['/api', ['/v2', '/v2/a', '/v2x', '/v2/b'], beside(4)],
      ['/api/v2', ['/', '/a', '/b'], beside(2, 4)],
      ['/api/v2/', ['/', '/a', '/b'], beside(2, 4)],
      ['https://h.example', all.slice(0, 3), beside(3, 4)],
      ['https://h.example/api/v2', ['/', '/a'], beside(2, 3, 4)],
      ['https://h.exam', [], beside(0, 1, 2, 3, 4)],
      ['/API', [], beside(0, 1, 2, 3, 4)],
    ] as const)
      assert.deepEqual(pathsOf(entries, base === undefined ? {} : { base }), [paths, leftOut], String(base));
    // The first request of HTTP decides, also if it is left out.
    const cut = { ...entryOf('http://first.example/'), _webSocket: {} };
    assert.deepEqual(pathsOf([entryOf('data:,'), cut, entryOf('/a')]), [
      [],
      ['0 is not a request of HTTP', '1 is a WebSocket', '2 has another origin than http://first.example'],
    ]);
  });

  it('are of the requests that a filter selects, of which the others are not left out', () => {
    const filter = { path: { like: '/a*' } };
    const cut = { ...entryOf('/b'), _webSocket: {} };
    assert.deepEqual(pathsOf([entryOf('https://other.example/b'), cut, entryOf('/a'), 1], { filter }), [
      ['/a'],
      ['3 is not an entry of an HTTP Archive'],
    ]);
  });

  it('leave out what is invalid, without the steps before it', () => {
    const large = entryOf('/a', 'x'.repeat(1024 * 1024 + 1));
    assert.deepEqual(importOf([entryOf('/a', 'a'), large, entryOf('/a', 'b')]), {
      rules: [
        {
          match: { method: 'GET', path: '/a', query_only: true },
          respond: ['a', 'b'].map((body) => ({ status: 200, body, type: 'none' })),
        },
      ],
      leftOut: ['1 makes an invalid rule: respond[1].body must not be longer than 1 MiB'],
    });
    const headers = [{ name: 'Clear-Site-Data', value: '*' }];
    const entry = entryOf('/a');
    assert.deepEqual(importOf([{ ...entry, response: { ...entry.response, headers } }, large]), {
      rules: [{ match: { method: 'GET', path: '/a', query_only: true }, respond: { status: 200 } }],
      leftOut: [
        '0 has Clear-Site-Data, which would act on the whole origin',
        '1 makes an invalid rule: respond[1].body must not be longer than 1 MiB',
      ],
    });
  });

  it('pass on other errors', () => {
    const normalize = () => {
      throw new TypeError('failed');
    };
    assert.throws(() => importOf([entryOf('/a')], { normalize }), { name: 'TypeError', message: 'failed' });
  });
});
