import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../../../test/support/serve.ts';

describe('GET /_sparring/inspector', () => {
  it('lists the latest requests without JavaScript, as text and with masked credentials', async (t) => {
    const server = await serve(t);
    const markup = '/get?<img/src=x/onerror=alert(1)>';
    await server.get(markup, [['Authorization', 'Bearer abcdefghijklmnop']]);
    await server.get('/status/503?token=abcdefghijklmnop');
    const page = (await server.get('/_sparring/inspector')).text();
    assert.match(page, /<td class="target">\/get\?&lt;img\/src=x\/onerror=alert\(1\)><\/td>/);
    assert.match(page, /<td class="status">503<\/td>.*<td class="status">200<\/td>/s);
    assert.ok(!page.includes('abcdefghijklmnop'));
    assert.ok(!page.includes('<img'));
    assert.ok(page.length < 200_000, `${page.length} characters`);
  });

  it('filters without JavaScript, and explains an invalid filter', async (t) => {
    const server = await serve(t);
    for (const path of ['/get', '/status/503']) await server.get(path);
    const open = async (filter: string) =>
      (await server.get(`/_sparring/inspector?filter=${encodeURIComponent(filter)}`)).text();
    const page = await open('status:5xx');
    assert.deepEqual(page.match(/(?<=<td class="target">)[^<]*/g), ['/status/503']);
    assert.match(page, /<input id="filter" name="filter" type="search" value="status:5xx"/);
    assert.match(await open('metod:GET'), /&quot;metod&quot; is not known \(did you mean method\?\)/);
    assert.match(await open('"<b>'), /value="&quot;&lt;b>"/);
  });

  it('is short with many long requests', async (t) => {
    const server = await serve(t);
    for (let count = 0; count < 120; count++) await server.get(`/anything/${'x'.repeat(4000)}`);
    const page = (await server.get('/_sparring/inspector')).text();
    assert.ok(page.length < 200_000, `${page.length} characters`);
  });

  it('shows a server without a journal why there is no list', async (t) => {
    const server = await serve(t, { journal: 0 });
    assert.match((await server.get('/_sparring/inspector')).text(), /The journal is off/);
  });

  it('contains no data for a browser on another machine', async (t) => {
    const server = await serve(t, { controlToken: 'a-token-of-some-length' });
    await server.get('/get?planted');
    const fields = [['X-Forwarded-For', '192.0.2.1']] as const;
    const page = await server.get('/_sparring/inspector', fields);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text(), /planted|<meta name="page-token"/);
  });
});
