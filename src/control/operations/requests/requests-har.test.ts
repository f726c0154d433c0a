import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { openBrowser } from '#test/support/browser/browser.ts';
import { harSchema } from '#test/support/har-schema.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { version } from '#version.ts';

describe('GET /_sparring/requests.har', () => {
  it('exports a valid archive of the selected requests', async (t) => {
    const server = await serve(t);
    await server.get('/get?token=correct-horse', [['Authorization', 'Bearer correct-horse']]);
    await server.send({ method: 'POST', path: '/bin/t1/post', body: Buffer.from([0xff, 0]) });
    await server.get('/gzip');
    await entriesWhen(
      server,
      (all) => all.length === 3 && all.every((each) => 'ended' in each && each.ended),
    );
    const response = await server.get('/_sparring/requests.har');
    assert.equal(response.field('Content-Type'), 'application/json');
    const { log } = JSON.parse(response.text());
    const ajv = new Ajv();
    addFormats.default(ajv);
    assert.ok(ajv.validate(harSchema, { log }), ajv.errorsText());
    assert.deepEqual(log.creator, { name: 'sparring', version });
    assert.equal(log.entries.length, 3);
    assert.ok(!response.text().includes('correct'));
    for (const { time, timings } of log.entries)
      assert.equal(time, timings.send + timings.wait + timings.receive);

    const shown = await server.get('/_sparring/requests.har?secrets=show&path=/get');
    assert.match(shown.text(), /correct-horse/);
    const selected = JSON.parse((await server.get('/_sparring/requests.har?bin=t1')).text());
    assert.deepEqual(
      selected.log.entries.map(({ _bin }: { _bin: string }) => _bin),
      ['t1'],
    );
  });

  it('exports an archive from which a browser replays the responses', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    await server.get('/html');
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-har-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'requests.har');
    await writeFile(file, (await server.get('/_sparring/requests.har')).body);
    const context = await browser.newContext();
    t.after(() => context.close());
    await context.routeFromHAR(file, { notFound: 'abort' });
    const page = await context.newPage();
    await page.goto(`${server.url}/html`);
    assert.match((await page.textContent('h1')) ?? '', /Moby-Dick/);
    await assert.rejects(page.goto(`${server.url}/json`), /ERR_FAILED/);
    const requests = server.journal
      ?.entries()
      .map((entry) => entry.kind === 'exchange' && entry.request.target);
    assert.deepEqual(requests, ['/html']);
  });

  it('has the content of responses without their content codings', async (t) => {
    const server = await serve(t, { journalBodySize: 1024 * 1024 });
    const queries = ['gzip', 'deflate', 'br', 'zstd', 'gzip&coding=br'];
    for (const query of queries) await server.get(`/compose?body=hello&coding=${query}`);
    await server.get('/gzip', [['Authorization', 'Bearer correct-horse']]);
    const { log } = JSON.parse((await server.get('/_sparring/requests.har')).text());
    for (const [index, query] of queries.entries()) {
      const { content, bodySize, headersSize, _transferSize } = log.entries[index].response;
      assert.deepEqual(
        [content.text, content.size, content.compression, content.encoding],
        ['hello', 5, 5 - bodySize, undefined],
        query,
      );
      assert.equal(_transferSize, headersSize + bodySize);
    }
    const { content } = log.entries[queries.length].response;
    assert.equal(JSON.parse(content.text).gzipped, true);
    assert.ok(!content.text.includes('correct-horse'), content.text);
  });

  it('has the content of requests without their content codings, and masks it', async (t) => {
    const server = await serve(t);
    const form = 'a=visible&password=correct-horse';
    const bodies = [
      ['gzip', gzipSync(form)],
      ['deflate', deflateSync(form)],
      ['br', brotliCompressSync(form)],
      ['zstd', zstdCompressSync(form)],
      ['gzip, br', brotliCompressSync(gzipSync(form))],
      ['identity', Buffer.from(form)],
    ] as const;
    for (const [coding, body] of bodies) {
      const fields = [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Content-Encoding', coding],
      ] as const;
      await server.send({ method: 'POST', path: '/status/200', fields, body });
    }
    const body = gzipSync('a=1');
    const fields = [['Content-Encoding', 'gzip']] as const;
    await server.send({ method: 'POST', path: '/status/200', fields, body });
    const text = (await server.get('/_sparring/requests.har')).text();
    assert.ok(!text.includes('correct-horse'), text);
    const { log } = JSON.parse(text);
    const { postData, _sha256 } = log.entries[bodies.length].request;
    assert.deepEqual([postData.text, _sha256], ['a=1', hash('sha256', body)]);
    for (const [index, [coding, body]] of bodies.entries()) {
      const { postData, bodySize, headers, _sha256 } = log.entries[index].request;
      assert.match(postData.text, /^a=visible&password=\*+/, coding);
      assert.deepEqual(postData.params[0], { name: 'a', value: 'visible' }, coding);
      assert.deepEqual([bodySize, _sha256, postData._base64], [body.length, undefined, undefined], coding);
      assert.ok(
        headers.some(
          ({ name, value }: Record<string, string>) => name === 'Content-Encoding' && value === coding,
        ),
      );
    }
  });

  it('rejects an invalid filter', async (t) => {
    const server = await serve(t);
    const response = await server.get('/_sparring/requests.har?filter=methd:GET');
    assert.equal(response.status, 400);
    assert.match(response.text(), /did you mean method\?/);
  });
});
