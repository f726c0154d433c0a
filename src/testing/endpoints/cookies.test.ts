import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns cookies sorted by name, with decoded values', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies', [
    ['Cookie', 'size=large; flavour="oat\\054meal"; size=small'],
  ]);
  assert.equal(response.status, 200);
  assert.equal(
    response.text(),
    '{\n  "cookies": {\n    "flavour": "oat,meal",\n    "size": "large"\n  }\n}\n',
  );
});

test('returns no cookies without a header', async (t) => {
  const server = await serve(t);
  for (const fields of [[], [['Cookie', '']], [['Cookie', ';;=x; ']]] as const) {
    assert.equal((await server.get('/cookies', fields)).text(), '{\n  "cookies": {}\n}\n');
  }
});

test('joins several Cookie headers', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies', [
    ['Cookie', 'a=1'],
    ['cookie', 'b=2; a=3'],
  ]);
  assert.deepEqual(response.json(), { cookies: { a: '1', b: '2' } });
});

test('returns cookies with names of inherited members', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies', [['Cookie', '__proto__=1; constructor=2; 10=a; 9=b']]);
  assert.equal(
    response.text(),
    '{\n  "cookies": {\n    "10": "a",\n    "9": "b",\n    "__proto__": "1",\n    "constructor": "2"\n  }\n}\n',
  );
});

test('hides cookies of analytics unless the query has show_env', async (t) => {
  const server = await serve(t);
  const hidden = [
    '__utma',
    '__utmb',
    '__utmz',
    '_gauges_unique',
    '_gauges_unique_day',
    '_gauges_unique_hour',
    '_gauges_unique_month',
    '_gauges_unique_year',
  ];
  const fields = [['Cookie', [...hidden, '__utmx'].map((name) => `${name}=1`).join('; ')]] as const;
  assert.deepEqual((await server.get('/cookies', fields)).json(), { cookies: { __utmx: '1' } });
  for (const query of ['show_env', 'show_env=', 'a&show_env=0']) {
    const { cookies } = Object((await server.get(`/cookies?${query}`, fields)).json());
    assert.deepEqual(Object.keys(cookies), ['__utma', '__utmb', '__utmx', '__utmz', ...hidden.slice(3)]);
  }
});
