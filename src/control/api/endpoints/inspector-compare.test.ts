import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

describe('GET /_sparring/inspector/compare/{a}/{b}', () => {
  it('shows the differences without JavaScript, as text and with masked credentials', async (t) => {
    const server = await serve(t);
    for (const value of ['<img/src=x/onerror=alert(1)>', 'two'])
      await server.get('/get', [
        ['X-A', value],
        ['Authorization', `Bearer abcdefghijklmnop${value.length}`],
      ]);
    const open = async (path: string) => {
      const { status, text } = await server.get(`/_sparring/inspector/compare/${path}`);
      assert.equal(status, 200);
      return text();
    };
    const page = await open('1/2');
    assert.match(page, /<section id="comparison" aria-label="Comparison"><h2>Differences between #1 and #2</);
    assert.match(page, /<th scope="row">header X-A<\/th><td>&lt;img\/src=x[^<]*<\/td><td>two<\/td>/);
    assert.ok(!page.includes('abcdefghijklmnop'));
    assert.match(await open('1/1'), /The requests do not differ\./);
    assert.match(await open('1/99'), /role="alert">The journal has no entry 99/);
    assert.match(
      await open('1/2?run=000000'),
      /role="alert">This link is of an earlier start of the server\./,
    );
  });

  it('contains no data for a browser on another machine', async (t) => {
    const server = await serve(t, { controlToken: 'a-token-of-some-length' });
    for (const value of ['planted', 'other']) await server.get('/get', [['X-A', value]]);
    const fields = [['X-Forwarded-For', '192.0.2.1']] as const;
    const page = await server.get('/_sparring/inspector/compare/1/2', fields);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text(), /planted|<meta name="page-token"/);
  });
});
