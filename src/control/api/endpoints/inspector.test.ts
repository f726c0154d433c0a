import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

describe('GET /_sparring/inspector', () => {
  it('lists the latest requests without JavaScript, as text and with masked credentials', async (t) => {
    const server = await serve(t);
    const markup = '/get?<img/src=x/onerror=alert(1)>';
    await server.get(markup, [['Authorization', 'Bearer abcdefghijklmnop']]);
    await server.get('/status/503?token=abcdefghijklmnop');
    const page = (await server.get('/_sparring/inspector')).text();
    assert.match(page, /<em>\?&lt;img\/src=x\/onerr<\/em><\/span><span><em>or=alert\(1\)><\/em>/);
    assert.match(page, /<span class="st s5">503<\/span>.*<span class="st s2">200<\/span>/s);
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
    const links = page.matchAll(/href="\/_sparring\/inspector\/2\?filter=[^"]*" aria-label="([^"]*)"/g);
    assert.deepEqual(
      [...links].map(([, label]) => label),
      ['/status/503'],
    );
    assert.match(page, /<input class="in mono" id="filter" [^>]*name="filter" [^>]*value="status:5xx"/);
    assert.match(await open('metod:GET'), /&quot;metod&quot; is not known \(did you mean method\?\)/);
    assert.match(await open('"<b>'), /value="&quot;&lt;b>"/);
    assert.match(
      await open('a "<b>'),
      /role="alert"><code>a <u>&quot;&lt;b><\/u><\/code> filter: has a quotation/,
    );
  });

  it('is short with many long requests', async (t) => {
    const server = await serve(t);
    for (let count = 0; count < 120; count++) await server.get(`/anything/${'x'.repeat(4000)}`);
    const page = (await server.get('/_sparring/inspector')).text();
    assert.ok(page.length < 200_000, `${page.length} characters`);
  });

  it('shows a server without a journal why there is no list', async (t) => {
    const server = await serve(t, { journal: 0 });
    assert.match(
      (await server.get('/_sparring/inspector')).text(),
      /<div id="off" class="empty"><h2>The journal is off.*--journal 1000 --control-token TOKEN/s,
    );
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

describe('GET /_sparring/inspector/{id}', () => {
  it('shows one request without JavaScript, and says when a link is of an earlier start or its entry is gone', async (t) => {
    const server = await serve(t);
    await server.send({ method: 'POST', path: '/post?token=abcdefghijklmnop', body: 'the body' });
    const open = async (path: string) => (await server.get(`/_sparring/inspector/${path}`)).text();
    const page = await open('1');
    assert.match(
      page,
      /<section id="detail" aria-label="Selected request">.*<pre tabindex="0">the body<\/pre>/s,
    );
    assert.ok(!page.includes('abcdefghijklmnop'));
    assert.match(await open('1?run=000000'), /role="alert">This link is of an earlier start of the server\./);
    assert.match(await open('99'), /The journal has no entry 99/);
    const { run } = JSON.parse((await server.get('/_sparring/requests/summaries')).text());
    assert.doesNotMatch(await open(`1?run=${run}`), /role="alert">This link/);
  });
});
