import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { members } from '#test/support/accounts/api.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import type { WireRequest, WireResponse } from '#test/support/wire/wire.ts';

const ORIGIN = 'https://api.example';
const JSON_TYPE = { name: 'Content-Type', value: 'application/json' };

interface Recorded {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: readonly { name: string; value: string }[];
  readonly content?: object;
  readonly request?: object;
  readonly others?: object;
}

/** An entry of an archive. */
function entryOf({ method = 'GET', path: target = '/v1/users/1', status = 200, ...given }: Recorded) {
  const { headers = [JSON_TYPE], content = { size: 8, text: '{"id":1}' }, request, others } = given;
  return {
    request: { method, url: target.startsWith('/') ? ORIGIN + target : target, headers: [], ...request },
    response: { status, headers, content },
    ...others,
  };
}

const archiveOf = (...entries: readonly unknown[]) => ({ log: { version: '1.2', entries } });

async function postImport(server: TestServer, source: unknown, query = '') {
  const response = await server.send({
    method: 'POST',
    path: `/_sparring/rules/import${query}`,
    fields: [['Content-Type', 'application/json']],
    body: JSON.stringify(source),
  });
  return { status: response.status, ...JSON.parse(response.text()) };
}

/** What an entry gives without being added. */
async function dryRun(server: TestServer, source: unknown) {
  const report = await postImport(server, source, '?dry=true&secrets=show');
  const { status, rules, left_out: leftOut, ids, notes, imported, filtered } = report;
  assert.deepEqual([status, ids], [200, []]);
  return { rules, leftOut, notes: notes.map(({ note }: { note: string }) => note), imported, filtered };
}

describe('POST /_sparring/rules/import', () => {
  it('adds a rule for each request, with the responses of equal requests in turn', async (t) => {
    const server = await serve(t);
    const {
      status,
      ids,
      rules,
      left_out: leftOut,
    } = await postImport(server, {
      ...archiveOf(
        entryOf({}),
        entryOf({ path: '/v1/users?b=2&a=1', method: 'POST', status: 201, content: { text: 'Mona\n' } }),
        entryOf({ status: 503, content: { text: '' } }),
        entryOf({ status: 503, content: { text: '' } }),
        entryOf({ path: '/v1/a%2Fb{c}', content: { text: 'AP8=', encoding: 'base64' }, headers: [] }),
      ),
      bin: 't1',
    });
    assert.deepEqual([status, leftOut], [200, []]);
    assert.deepEqual(ids, ['1', '2', '3']);
    const type = 'application/json';
    assert.deepEqual(rules, [
      {
        match: { method: 'GET', path: '/v1/users/1', query_only: true },
        respond: [
          { status: 200, json: { id: 1 }, type },
          { status: 503, body: '', type, times: 2 },
        ],
        bin: 't1',
      },
      {
        match: { method: 'POST', path: '/v1/users', query: { b: '2', a: '1' }, query_only: true },
        respond: { status: 201, body: 'Mona\n', type },
        bin: 't1',
      },
      {
        match: { method: 'GET', path: { is: '/v1/a%2Fb{c}' }, query_only: true },
        respond: { status: 200, base64: 'AP8=', type: 'none' },
        bin: 't1',
      },
    ]);
    const ask = async (method: string, target: string) => {
      const response = await server.send({ method, path: `/bin/t1${target}` });
      return [response.status, response.field('Content-Type'), response.body.toString('latin1')];
    };
    assert.deepEqual(await ask('GET', '/v1/users/1'), [200, 'application/json', '{"id":1}']);
    assert.equal((await ask('GET', '/v1/users/1'))[0], 503);
    assert.deepEqual(await ask('POST', '/v1/users?a=1&b=2'), [201, 'application/json', 'Mona\n']);
    assert.deepEqual(await ask('GET', '/v1/a%2Fb{c}'), [200, undefined, '\x00\xff']);
    assert.equal((await ask('POST', '/v1/users?a=1'))[0], 404);
  });

  it('keeps the headers of a response without those of its connection, its coding and its time', async (t) => {
    const server = await serve(t);
    const headers = Object.entries({
      ':status': '200',
      'X-Two': 'b',
      Connection: 'keep-alive',
      'Keep-Alive': 'timeout=5',
      'Transfer-Encoding': 'chunked',
      'Content-Encoding': 'gzip',
      Date: 'now',
      'Alt-Svc': 'h3',
      'Content-Length': '8',
      'x-one': 'a',
      'Set-Cookie': 'sid=1',
      ETag: '"1"',
      'Content-Type': 'text/plain',
      'Strict-Transport-Security': 'max-age=1',
      NEL: '{}',
    }).map(([name, value]) => ({ name, value }));
    const content = { text: gzipSync('hello').toString('base64'), encoding: 'base64' };
    const source = archiveOf(entryOf({ headers, content }));
    const { rules, leftOut, notes } = await dryRun(server, source);
    assert.deepEqual(rules[0].respond, {
      status: 200,
      headers: [
        ['X-Two', 'b'],
        ['x-one', 'a'],
        ['ETag', '"1"'],
      ],
      body: 'hello',
      type: 'text/plain',
    });
    assert.deepEqual(leftOut, []);
    const own = (name: string) =>
      `leaves out ${name}: ${name} would affect this origin, which the sign-in pages share. The setting --allow-origin-headers allows it`;
    assert.deepEqual(notes, [
      'leaves out Alt-Svc, which names other servers',
      'leaves out Set-Cookie, which `secrets: keep` (--keep-cookies) keeps',
      own('Strict-Transport-Security'),
      own('NEL'),
      'sends the content without its coding gzip',
    ]);
    const retained = await dryRun(server, { ...source, secrets: 'keep' });
    assert.deepEqual(retained.rules[0].respond.headers[2], ['Set-Cookie', 'sid=1']);
  });

  it('lists the entries that it leaves out, with the reason', async (t) => {
    const server = await serve(t);
    const preflight = [{ name: 'Access-Control-Request-Method', value: 'PUT' }];
    const cases: readonly (readonly [entry: unknown, reason: RegExp])[] = [
      [{ request: {} }, /^\/request\/method must be a method$/],
      [entryOf({ request: { url: 'no URL' } }), /^\/request\/url must be an absolute URL$/],
      [entryOf({ request: { url: 'data:image/png;base64,AA==' } }), /^is not a request of HTTP$/],
      [entryOf({ request: { url: 'blob:https://api.example/1' } }), /^is not a request of HTTP$/],
      [entryOf({ path: 'https://other.example/' }), /^has another origin than https:\/\/api\.example$/],
      [entryOf({ method: 'OPTIONS', request: { headers: preflight } }), /^is a preflight/],
      [entryOf({ status: 101 }), /^is a WebSocket$/],
      [entryOf({ others: { _webSocketMessages: [{}] } }), /^is a WebSocket$/],
      ...[0, 199, 1000].map((status) => [entryOf({ status }), /^has no complete response$/] as const),
      [entryOf({ status: 206 }), /^has the status 206, which depends on the request$/],
      [entryOf({ status: 304 }), /^has the status 304/],
      [entryOf({ content: { size: 3 } }), /^has a response without its content$/],
      [entryOf({ request: { _keptSize: 3 } }), /^has a body of which only a part was kept$/],
      [entryOf({ path: '/login' }), /^makes an invalid rule: /],
      [entryOf({ path: '/_sparring/rules' }), /^makes an invalid rule: .*_sparring/],
      [entryOf({ content: { text: '[9007199254740993]' } }), /^$/],
    ];
    const { rules, leftOut } = await dryRun(server, archiveOf(entryOf({}), ...cases.map(([entry]) => entry)));
    assert.deepEqual(
      rules.map(({ match }: { match: unknown }) => match),
      [{ method: 'GET', path: '/v1/users/1', query_only: true }],
    );
    // The digits of the integer are kept as text.
    assert.equal(rules[0].respond[1].body, '[9007199254740993]');
    for (const [index, [, reason]] of cases.slice(0, -1).entries()) {
      const found = leftOut.find(({ entry }: { entry: number }) => entry === index + 1);
      assert.match(found?.reason ?? '', reason, String(index));
    }
    assert.equal(leftOut.length, cases.length - 1);
    assert.deepEqual(leftOut[2], {
      entry: 3,
      method: 'GET',
      url: 'data:image/png;base64,AA==',
      reason: 'is not a request of HTTP',
    });
    // A request that a page sends by itself is no preflight, nor is one with another method.
    const others = [entryOf({ method: 'OPTIONS' }), entryOf({ request: { headers: preflight } })];
    assert.deepEqual(
      (await dryRun(server, archiveOf(...others))).rules.map(
        ({ match }: { match: { method: string } }) => match.method,
      ),
      ['OPTIONS', 'GET'],
    );
    // An archive of a browser can begin with an image in its document.
    const data = entryOf({ request: { url: 'data:image/png;base64,AA==' } });
    assert.equal((await dryRun(server, archiveOf(data, entryOf({})))).rules.length, 1);
    const limit = await dryRun(server, archiveOf(entryOf({ status: 999 })));
    assert.equal(limit.rules[0]?.respond.status, 999);
  });

  it('removes a base, and takes only what a filter selects', async (t) => {
    const server = await serve(t);
    const entries = [
      entryOf({ path: 'https://one.example/api/v2/users?trace=1&page=2' }),
      entryOf({ path: 'https://two.example/api/v2/users' }),
      entryOf({ path: '/api/v2x' }),
      entryOf({ path: '/api/v2', method: 'DELETE' }),
    ];
    const pathsOf = async (options: object) => {
      const { rules, leftOut } = await dryRun(server, { ...archiveOf(...entries), ...options });
      return [
        rules.map(({ match }: { match: { path: string } }) => match.path),
        leftOut.map(({ entry }: { entry: number }) => entry),
      ];
    };
    assert.deepEqual(await pathsOf({ base: '/api/v2' }), [['/users', '/users', '/'], [2]]);
    assert.deepEqual(await pathsOf({ base: 'https://two.example/api/v2/' }), [['/users'], [0, 2, 3]]);
    assert.deepEqual(await pathsOf({ base: '/api', filter: { method: 'DELETE' } }), [['/v2'], []]);
    assert.deepEqual(await pathsOf({ base: '/api', filter: { query: { page: '2' } } }), [['/v2/users'], []]);
    const { rules } = await dryRun(server, { ...archiveOf(entries[0]), ignore_query: ['trace'] });
    assert.deepEqual(rules[0].match.query, { page: '2' });
  });

  it('compares the body, and the values of a repeated name', async (t) => {
    const server = await serve(t);
    const bodyOf = (mimeType: string | undefined, text: string, target = '/v1') =>
      entryOf({ method: 'POST', path: target, request: { postData: { mimeType, text } } });
    const bodies = [
      bodyOf('application/vnd.a+json; charset=utf-8', '{"a":[1]}'),
      bodyOf('application/json', '{"id":9007199254740993}'),
      bodyOf('application/json', '{'),
      bodyOf('application/x-www-form-urlencoded', 'a=1&b=%C3%A9&a=2'),
      bodyOf('text/plain', 'text'),
      bodyOf('application/json', ''),
    ];
    const { rules, leftOut } = await dryRun(server, archiveOf(...bodies, entryOf({ path: '/v2?a=1&a=2' })));
    assert.deepEqual(leftOut, []);
    assert.deepEqual(
      rules.map(({ match }: { match: { body?: unknown } }) => match.body),
      [
        { text: '{"id":9007199254740993}' },
        { form: { a: ['1', '2'], b: 'é' } },
        { json: { a: [1] } },
        { text: 'text' },
        { text: '{' },
        undefined,
        undefined,
      ],
    );
    assert.deepEqual(rules[6].match.query, { a: ['1', '2'] });
    const typed = (headers: readonly { name: string; value: string }[]) =>
      entryOf({ method: 'POST', path: '/v3', request: { headers, postData: { text: '{"a":1}' } } });
    const named = [
      typed([{ name: 'content-type', value: 'application/json' }]),
      typed([{ name: 'Content-Type', value: 'text/plain' }]),
      typed([]),
    ];
    assert.deepEqual(
      (await dryRun(server, archiveOf(...named))).rules.map(
        ({ match }: { match: { body?: unknown } }) => match.body,
      ),
      [{ text: '{"a":1}' }, { json: { a: 1 } }],
    );
    await postImport(server, archiveOf(...bodies));
    const statusOf = async (type: string, body: string) => {
      const fields = [['Content-Type', type]] as const;
      return (await server.send({ method: 'POST', path: '/v1', fields, body })).status;
    };
    assert.equal(await statusOf('application/json', '{ "a": [1.0], "b": 2 }'), 200);
    assert.equal(await statusOf('application/x-www-form-urlencoded', 'b=%C3%A9&a=2&a=1'), 200);
    await server.operations.rules.clear();
    await postImport(server, archiveOf(bodies[0]));
    assert.equal(await statusOf('application/json', '{"a":[2]}'), 404);
  });

  it('rejects another source, and adds nothing', async (t) => {
    const { control } = await serveControlled(t);
    const post = (source: unknown) => control('POST', '/rules/import', source);
    const problemsOf = async (source: unknown) => {
      const response = await post(source);
      assert.equal(response.status, 422);
      return JSON.parse(response.text()).problems.map(({ pointer }: { pointer: string }) => pointer);
    };
    assert.deepEqual(await problemsOf({}), ['']);
    assert.deepEqual(await problemsOf({ requests: [], log: { entries: [] } }), ['']);
    assert.deepEqual((await problemsOf({ log: { entries: 1 }, bin: '/', other: 1 })).sort(), [
      '/bin',
      '/log/entries',
      '/other',
    ]);
    assert.deepEqual(await problemsOf({ requests: [], filter: { path: '/{a' } }), ['/filter/path']);
    for (const base of ['h.example', 'ftp://h.example/', 'data:,'])
      assert.deepEqual(await problemsOf({ log: { entries: [] }, base }), ['/base']);
    const many = Array.from({ length: 1001 }, (_, index) => entryOf({ path: `/${index}` }));
    assert.deepEqual(await problemsOf({ log: { entries: many } }), ['']);
    const unknown = await post({ requests: [7] });
    assert.deepEqual([unknown.status, members(unknown).title], [404, 'Not Found']);
    assert.deepEqual(members(await control('GET', '/rules')), { rules: [] });
  });

  it('applies the filter before the limit of rules, and counts what it does not select', async (t) => {
    const server = await serve(t);
    const many = Array.from({ length: 1500 }, (_, index) => entryOf({ path: `/a${index}` }));
    const source = {
      ...archiveOf(...many, entryOf({ status: 0, path: '/a1' }), 1),
      filter: { path: { like: '/a1*' } },
    };
    const { imported, filtered, leftOut, rules } = await dryRun(server, source);
    assert.deepEqual([imported, filtered, leftOut.length, rules.length], [611, 889, 2, 611]);
  });

  it('leaves out an entry with masked credentials, and imports the others', async (t) => {
    const server = await serve(t);
    for (const target of ['/get?token=a-secret-value', '/ip', '/user-agent']) await server.get(target);
    const read = async (query: string) =>
      JSON.parse((await server.get(`/_sparring/requests.har${query}`)).text());
    const { rules, left_out: leftOut, ids } = await postImport(server, await read(''));
    assert.deepEqual([rules.length, ids.length], [2, 2]);
    assert.equal(leftOut.length, 1);
    assert.match(leftOut[0].url, /\/get\?token=/);
    assert.match(
      leftOut[0].reason,
      /match\.query\.token has a masked credential; save the archive with secrets=show/,
    );
    await server.operations.rules.clear();
    const complete = await postImport(server, await read('?secrets=show'));
    assert.deepEqual([complete.left_out, complete.ids.length], [[], 3]);
  });

  it('masks credentials, and shows rules that can be added if they are asked for', async (t) => {
    const server = await serve(t);
    const secret = 'S3CR3T-of-the-archive';
    const source = archiveOf(
      entryOf({
        path: `/v1?token=${secret}`,
        method: 'POST',
        headers: [{ name: 'Set-Cookie', value: `sid=${secret}` }],
        content: { text: `{"password":"${secret}"}` },
        request: { postData: { mimeType: 'application/json', text: `{"password":"${secret}"}` } },
      }),
      entryOf({ status: 0, path: `/v1?token=${secret}` }),
    );
    for (const query of ['?dry=true', '']) {
      const masked = await postImport(server, { ...source, secrets: 'keep' }, query);
      assert.equal(masked.rules.length, 1);
      assert.match(masked.left_out[0].url, /\?token=\*{4}/);
      assert.ok(!JSON.stringify(masked).includes(secret), query);
    }
    await server.operations.rules.clear();
    const shown = await postImport(server, { ...source, secrets: 'keep' }, '?dry=true&secrets=show');
    const added = await server.send({
      method: 'POST',
      path: '/_sparring/rules',
      body: JSON.stringify(shown.rules),
    });
    assert.equal(added.status, 201, added.text());
    const response = await server.send({
      method: 'POST',
      path: `/v1?token=${secret}`,
      body: `{"password":"${secret}"}`,
    });
    assert.deepEqual(
      [response.status, response.field('Set-Cookie'), response.text()],
      [200, `sid=${secret}`, `{"password":"${secret}"}`],
    );
  });

  it('compares text and parts of requests of the journal', async (t) => {
    const server = await serve(t);
    const part = (text: string) =>
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--\r\n`;
    const bodies: readonly (readonly [type: string, body: (text: string) => string | Buffer])[] = [
      ['text/plain', (text) => text],
      ['application/xml', (text) => `<a>${text}</a>`],
      ['multipart/form-data; boundary=x', part],
      ['application/octet-stream', (text) => Buffer.from(`\xff\0${text}`, 'latin1')],
    ];
    const send = (type: string, body: string | Buffer) =>
      server.send({ method: 'POST', path: '/bin/t1/anything', fields: [['Content-Type', type]], body });
    const sent: (readonly [string, string | Buffer, string])[] = [];
    for (const [type, body] of bodies)
      for (const text of ['one', 'two']) sent.push([type, body(text), (await send(type, body(text))).text()]);
    const entries = await entriesWhen(
      server,
      (all) => all.length === sent.length && all.every((each) => 'ended' in each && each.ended),
    );
    const { notes, left_out: leftOut } = await postImport(server, {
      requests: entries.map(({ id }) => id),
      bin: 't1',
    });
    const own = `keeps URLs of http://127.0.0.1:${server.port} in the content`;
    assert.deepEqual(
      [new Set(notes.map(({ note }: { note: string }) => note)), leftOut],
      [new Set([own]), []],
    );
    for (const [type, body, content] of sent.toReversed())
      assert.equal((await send(type, body)).text(), content, type);
    for (const [type, body] of bodies)
      assert.notEqual((await send(type, body('three'))).text(), sent[0]?.[2], type);
  });

  it('keeps redirects of the recorded service in the bin of the rules', async (t) => {
    const server = await serve(t);
    const location = (value: string) => [{ name: 'Location', value }];
    const source = archiveOf(
      entryOf({
        path: 'http://api.example/base/old',
        status: 301,
        headers: location('https://api.example/base/old'),
        content: { size: 0 },
      }),
      entryOf({ path: '/base/old', status: 302, headers: location('/base/new?a=1'), content: { size: -1 } }),
      entryOf({ path: '/base/new?a=1', content: { text: 'NEW' } }),
    );
    const { notes } = await postImport(server, { ...source, bin: 't1', base: 'https://api.example/base' });
    assert.equal(notes.length, 3);
    let path = '/bin/t1/old';
    const seen: (string | number)[] = [];
    for (let count = 0; count < 3; count++) {
      const response = await server.get(path);
      seen.push(response.status, response.text());
      path = response.field('Location') ?? path;
    }
    assert.deepEqual([seen, path], [[301, '', 302, '', 200, 'NEW'], '/bin/t1/new?a=1']);
  });

  it('sends what the journal has recorded again', async (t) => {
    const server = await serve(t);
    const requests: WireRequest[] = [
      { path: '/bin/t1/json' },
      { path: '/bin/t1/gzip', fields: [['Accept-Encoding', 'gzip']] },
      { path: '/bin/t1/image/png' },
      { path: '/bin/t1/status/418' },
      { path: '/bin/t1/redirect-to?url=/get&status_code=307' },
      { method: 'POST', path: '/bin/t1/base64/aGVsbG8=' },
    ];
    const first: WireResponse[] = [];
    for (const request of requests) first.push(await server.send(request));
    const entries = await entriesWhen(
      server,
      (all) => all.length === requests.length && all.every((each) => 'ended' in each && each.ended),
    );
    const imported = await postImport(server, { requests: entries.map(({ id }) => id), bin: 't1' });
    assert.deepEqual([imported.status, imported.left_out], [200, []]);
    for (const [index, request] of requests.entries()) {
      const again = await server.send(request);
      const before = first[index];
      assert.equal(again.status, before?.status, request.path);
      if (request.path !== '/bin/t1/gzip') assert.deepEqual(again.body, before?.body, request.path);
      else assert.equal(JSON.parse(again.text()).gzipped, true);
      assert.equal(again.field('Content-Type'), before?.field('Content-Type'), request.path);
      assert.equal(again.field('Location'), before?.field('Location'), request.path);
    }
    assert.deepEqual(
      JSON.parse((await server.get('/_sparring/rules?unused=true')).text()).rules,
      [],
      'each rule was applied',
    );
  });

  it('rejects a request of the journal whose body is not complete', async (t) => {
    const server = await serve(t, { journalBodySize: 8 });
    await server.get('/json');
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    const { status, detail } = await postImport(server, { requests: [1] });
    assert.equal(status, 422);
    assert.match(detail, /only a part of a body of the request 1; increase --journal-body-size/);
  });

  it('sends what Chromium has recorded again', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const recording = await serve(t);
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-har-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'recorded.har');
    const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
    const page = await context.newPage();
    const origin = `http://127.0.0.1:${recording.port}`;
    await page.goto(`${origin}/html`);
    const targets = [
      '/json',
      '/brotli',
      '/image/png',
      '/status/418',
      '/response-headers?Set-Cookie=sid%3D1',
      '/encoding/utf8',
    ];
    await page.evaluate(async (all) => {
      for (const target of all) await (await fetch(target, { headers: { 'X-Token': 'secret' } })).text();
      const response = await fetch('/put', {
        method: 'PUT',
        body: '{"a":1}',
        headers: { 'Content-Type': 'application/json' },
      });
      await response.text();
      for (const body of ['one', 'two'])
        await (await fetch('/anything/text', { method: 'POST', body })).text();
      const form = new FormData();
      form.set('kind', 'a');
      await (await fetch('/anything/parts', { method: 'POST', body: form })).text();
      await (await fetch('/redirect-to?url=/anything/end')).text();
    }, targets);
    await context.close();
    const archive = JSON.parse(await readFile(file, 'utf8'));
    const server = await serve(t);
    const { rules, left_out: leftOut } = await postImport(server, archive);
    assert.deepEqual(leftOut, []);
    for (const { match, respond } of rules) {
      assert.equal(match.headers, undefined);
      assert.doesNotMatch(JSON.stringify(respond.headers), /"Set-Cookie"/i);
    }
    const redirect = await server.get('/redirect-to?url=/anything/end');
    assert.deepEqual([redirect.status, redirect.field('Location')], [302, '/anything/end']);
    for (const body of ['two', 'one']) {
      const fields = [['Content-Type', 'text/plain;charset=UTF-8']] as const;
      const response = await server.send({ method: 'POST', path: '/anything/text', fields, body });
      assert.equal(members(response).data, body);
    }
    const compared = rules.filter(({ match }: { match: { body?: object } }) => match.body !== undefined);
    assert.deepEqual(
      compared.map(({ match }: { match: { body: object } }) => Object.keys(match.body)[0]).sort(),
      ['json', 'parts', 'text', 'text'],
    );
    for (const target of ['/html', ...targets]) {
      const [before, again] = [await recording.get(target), await server.get(target)];
      assert.equal(again.status, before.status, target);
      if (target === '/brotli') assert.equal(JSON.parse(again.text()).brotli, true);
      else assert.deepEqual(again.body, before.body, target);
    }
  });
});
