import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/docs/search.json has an entry for each endpoint, section, setting, fault and command, once', async (t) => {
  const server = await serve(t);
  const response = await server.get('/docs/search.json', [['Accept-Encoding', 'gzip']]);
  assert.equal(response.field('Content-Encoding'), 'gzip');
  assert.ok(response.body.length <= 42_000, `${response.body.length} bytes`);
  const entries: { kind: string; url: string }[] = JSON.parse((await server.get('/docs/search.json')).text());
  const kinds = new Set(entries.map(({ kind }) => kind));
  assert.deepEqual([...kinds], ['guide', 'endpoint', 'fault', 'setting', 'command']);
  for (const path of new Set(entries.map(({ url }) => url.split('#')[0] ?? ''))) {
    const page = await server.get(path);
    assert.equal(page.status, 200, path);
    const text = page.text();
    for (const { url } of entries) {
      const [own, fragment] = url.split('#');
      if (own === path && fragment !== undefined) assert.ok(text.includes(` id="${fragment}"`), url);
    }
  }
});
