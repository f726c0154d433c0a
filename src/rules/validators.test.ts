import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { WireRequest, WireResponse } from '#test/support/wire/wire.ts';
import { EMPTY_PLAN } from '#testing/responses/plan/response-plan.ts';
import { planOfConditions, withEntityTag } from '#testing/responses/plan/validators.ts';
import type { RuleInput } from './rule.ts';

type Respond = NonNullable<RuleInput['respond']>;
type RequestFields = NonNullable<WireRequest['fields']>;

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const LATER = 'Sun, 06 Nov 1994 08:49:38 GMT';
const EARLIER = 'Sunday, 06-Nov-94 08:49:36 GMT';

async function serveResponse(t: TestContext, respond: Respond) {
  const server = await serve(t, { h2c: true });
  addRule(server, { match: { path: '/a' }, respond });
  const ask = (method: string, ...fields: RequestFields) => server.send({ method, path: '/a', fields });
  return { server, ask };
}

const shown = (response: WireResponse) => [response.status, response.text(), response.field('Content-Range')];

describe('a response with validators', () => {
  it('sends a range at the rate of the whole content', () => {
    const bytes = Buffer.alloc(100);
    const plan = withEntityTag({ ...EMPTY_PLAN, content: { kind: 'bytes', bytes }, duration: 1000 });
    const planOf = (range: string) =>
      planOfConditions(plan, {
        method: 'GET',
        field: (name) => (name === 'Range' ? range : undefined),
      }).duration;
    assert.deepEqual([planOf('bytes=0-24'), planOf('bytes=0-'), planOf('bytes=100-')], [250, 1000, 0]);
  });

  it('has a strong entity tag of its content in each coding, and the same over HTTP/2', async (t) => {
    const server = await serve(t, { h2c: true });
    const forms: Respond[] = [
      { body: 'abc' },
      { body: 'abc', status: 200, headers: { 'X-A': '1' } },
      { body: 'abd' },
      { body: 'abc', coding: 'gzip' },
      { bytes: 100, coding: 'gzip' },
    ];
    const tags: (string | undefined)[] = [];
    for (const [index, respond] of forms.entries()) {
      addRule(server, { match: { path: `/${index}` }, respond: { ...respond, validators: true } });
      const response = await server.get(`/${index}`);
      const own = createHash('sha256').update(response.body).digest('base64url').slice(0, 22);
      assert.deepEqual([response.status, response.field('Accept-Ranges')], [200, 'bytes']);
      assert.equal(response.field('ETag'), `"${own}"`);
      tags.push(response.field('ETag'));
      const fields = [['If-None-Match', `"${own}"`]] as const;
      const { status, headers, body } = await requestHttp2(server.url, { path: `/${index}`, fields });
      assert.deepEqual([status, headers.etag, body.length], [304, `"${own}"`, 0]);
    }
    assert.equal(tags[0], tags[1]);
    assert.equal(new Set(tags).size, 4);
  });

  it('answers conditions in their order', async (t) => {
    const headers = { ETag: '"v,1"', 'Last-Modified': DATE, 'Content-Language': 'en', 'X-A': '1' };
    const { ask } = await serveResponse(t, { body: 'abc', headers, validators: true });
    const cases: readonly (readonly [status: number, method: string, ...RequestFields])[] = [
      [200, 'GET'],
      [304, 'GET', ['If-None-Match', '"v,1"']],
      [304, 'HEAD', ['If-None-Match', '"x", W/"v,1"']],
      [304, 'GET', ['If-None-Match', ' * ']],
      [200, 'GET', ['If-None-Match', '"v", "1"']],
      [412, 'POST', ['If-None-Match', '*']],
      [412, 'PUT', ['If-None-Match', '"v,1"']],
      [200, 'PUT', ['If-None-Match', '"v"']],
      [200, 'PUT', ['If-Match', '"a", "v,1"']],
      [200, 'PUT', ['If-Match', '*']],
      [412, 'PUT', ['If-Match', 'W/"v,1"']],
      [412, 'GET', ['If-Match', 'v,1']],
      [412, 'GET', ['If-Match', '"a"'], ['If-None-Match', '"v,1"']],
      [304, 'GET', ['If-Match', '"v,1"'], ['If-None-Match', '"v,1"']],
      [412, 'DELETE', ['If-Unmodified-Since', EARLIER]],
      [200, 'DELETE', ['If-Unmodified-Since', DATE]],
      [200, 'DELETE', ['If-Unmodified-Since', 'yesterday']],
      [200, 'DELETE', ['If-Match', '"v,1"'], ['If-Unmodified-Since', EARLIER]],
      [304, 'GET', ['If-Modified-Since', DATE]],
      [304, 'HEAD', ['If-Modified-Since', LATER]],
      [200, 'GET', ['If-Modified-Since', EARLIER]],
      [200, 'POST', ['If-Modified-Since', LATER]],
      [200, 'GET', ['If-None-Match', '"a"'], ['If-Modified-Since', LATER]],
    ];
    for (const [status, method, ...fields] of cases) {
      const response = await ask(method, ...fields);
      assert.equal(response.status, status, `${method} ${JSON.stringify(fields)}`);
      assert.deepEqual([response.field('ETag'), response.field('X-A')], ['"v,1"', '1']);
      const isWhole = status === 200;
      assert.equal(response.text(), isWhole && method !== 'HEAD' ? 'abc' : '', JSON.stringify(fields));
      assert.equal(response.field('Content-Type') !== undefined, isWhole);
      assert.equal(response.field('Content-Language'), isWhole ? 'en' : undefined);
    }
  });

  it('has no weak or invalid tag of its own for strong comparisons', async (t) => {
    for (const [tag, noneMatch] of [
      ['W/"1"', 304],
      ['1', 200],
    ] as const) {
      const { ask } = await serveResponse(t, { body: 'abc', headers: { etag: tag }, validators: true });
      const status = async (...fields: RequestFields) => (await ask('GET', ...fields)).status;
      assert.equal(await status(['If-None-Match', '"1"']), noneMatch, tag);
      assert.equal(await status(['If-Match', '"1"']), 412, tag);
      assert.equal(await status(['Range', 'bytes=0-1'], ['If-Range', tag]), 200, tag);
      assert.equal(await status(['Range', 'bytes=0-1']), 206, tag);
      assert.equal(await status(['If-Modified-Since', LATER]), 200, tag);
    }
  });

  it('sends ranges', async (t) => {
    const { ask } = await serveResponse(t, {
      body: 'abcdefgh',
      type: 'text/x',
      headers: { 'Last-Modified': DATE },
      validators: true,
    });
    const tag = (await ask('GET')).field('ETag') ?? '';
    const range = async (value: string, ...fields: RequestFields) =>
      shown(await ask('GET', ['Range', value], ...fields));
    assert.deepEqual(await range('bytes=2-4'), [206, 'cde', 'bytes 2-4/8']);
    assert.deepEqual(await range('bytes=6-99'), [206, 'gh', 'bytes 6-7/8']);
    assert.deepEqual(await range('bytes=-2'), [206, 'gh', 'bytes 6-7/8']);
    assert.deepEqual(await range('bytes=0-'), [206, 'abcdefgh', 'bytes 0-7/8']);
    assert.deepEqual(await range('bytes=8-'), [416, '', 'bytes */8']);
    for (const ignored of ['items=0-1', 'bytes=4-2', 'bytes=a'])
      assert.deepEqual(await range(ignored), [200, 'abcdefgh', undefined], ignored);
    assert.deepEqual(await range('bytes=0-1', ['If-Range', tag]), [206, 'ab', 'bytes 0-1/8']);
    assert.deepEqual(await range('bytes=0-1', ['If-Range', DATE]), [206, 'ab', 'bytes 0-1/8']);
    for (const other of [`W/${tag}`, '"a"', LATER, EARLIER, 'x'])
      assert.deepEqual((await range('bytes=0-1', ['If-Range', other]))[0], 200, other);
    assert.equal((await range('bytes=0-1', ['If-None-Match', tag]))[0], 304);
    for (const method of ['HEAD', 'POST'])
      assert.equal((await ask(method, ['Range', 'bytes=0-1'])).status, 200, method);

    const several = await ask('GET', ['Range', 'bytes=0-1, -1']);
    const type = several.field('Content-Type') ?? '';
    const [, boundary = ''] = /^multipart\/byteranges; boundary=([\w-]{1,70})$/.exec(type) ?? [];
    const part = (bounds: string, text: string) =>
      `\r\n--${boundary}\r\nContent-Type: text/x\r\nContent-Range: bytes ${bounds}/8\r\n\r\n${text}`;
    assert.equal(several.text(), `${part('0-1', 'ab')}${part('7-7', 'h')}\r\n--${boundary}--\r\n`);
    assert.deepEqual(
      [
        several.status,
        several.field('ETag'),
        several.field('Content-Length'),
        several.field('Content-Range'),
      ],
      [206, tag, String(several.body.length), undefined],
    );
    assert.equal(several.fields.filter(([name]) => name === 'Content-Type').length, 1);
  });

  it('is that of a template, of a list, of generated content and of content without bytes', async (t) => {
    const server = await serve(t);
    addRule(server, {
      match: { path: '/t/{id}' },
      respond: { body: 'user {{path.id}}', template: true, validators: true },
    });
    const tag = (await server.get('/t/1')).field('ETag') ?? '';
    const status = async (path: string) => (await server.get(path, [['If-None-Match', tag]])).status;
    assert.deepEqual(
      [await status('/t/1'), await status('/t/2'), await status('/bin/b/t/1')],
      [304, 200, 304],
    );
    addRule(server, { match: { path: '/l' }, respond: [{ body: 'a' }, { bytes: 30, validators: true }] });
    const ask = async () => shown(await server.get('/l', [['Range', 'bytes=25-26']]));
    assert.deepEqual(await ask(), [200, 'a', undefined]);
    assert.deepEqual(await ask(), [206, 'za', 'bytes 25-26/30']);
    addRule(server, { match: { path: '/e' }, respond: { validators: true } });
    const empty = await server.get('/e', [['Range', 'bytes=0-']]);
    assert.deepEqual([empty.status, empty.field('Content-Range')], [416, 'bytes */0']);
    assert.deepEqual(
      server.journal?.entries().map((entry) => (entry.kind === 'exchange' ? entry.response?.status : 0)),
      [200, 304, 200, 304, 200, 206, 416],
    );
  });

  it('has the rate and the chunks of the whole content, and the faults of other rules', async (t) => {
    const { server, ask } = await serveResponse(t, {
      body: 'abcdefgh',
      chunk: 2,
      trailer: 'X-Sum: 1',
      validators: true,
    });
    const tag = (await ask('GET')).field('ETag') ?? '';
    const part = await ask('GET', ['Range', 'bytes=0-3']);
    assert.deepEqual(
      [...shown(part), part.field('Transfer-Encoding')],
      [206, 'abcd', 'bytes 0-3/8', 'chunked'],
    );
    const known = await ask('GET', ['If-None-Match', tag]);
    assert.deepEqual(
      [known.status, known.field('Transfer-Encoding'), known.field('Trailer')],
      [304, undefined, undefined],
    );
    const missing = await ask('GET', ['Range', 'bytes=9-']);
    assert.deepEqual([missing.status, missing.field('Content-Length')], [416, '0']);
    const added = addRule(server, { match: { path: '/a' }, fault: 'reset@2', count: 1 });
    assert.equal((await ask('GET', ['If-None-Match', tag])).status, 400);
    assert.equal(server.rules.find(null, added.id)?.remaining, 1, 'a 304 cannot carry the fault');
  });

  it('is rejected with the reason if it cannot have them', async (t) => {
    const server = await serve(t);
    for (const respond of [
      { validators: true, status: 404 },
      { validators: true, status: '200:1,503:1' },
      { validators: true, redirect: '/b' },
      { validators: true, bytes: 2 ** 20 + 1 },
      { validators: false },
    ]) {
      const body = JSON.stringify({ match: { path: '/a' }, respond });
      const response = await server.send({ method: 'POST', path: '/_sparring/rules', body });
      assert.equal(response.status, 422, body);
      const { problems } = JSON.parse(response.text());
      const member = 'bytes' in respond ? '/respond/bytes' : '/respond/validators';
      assert.deepEqual([problems.length, problems[0].pointer], [1, member], response.text());
    }
    const large = await serve(t, { maxGeneratedSize: 2 ** 22 });
    const rule = { match: { path: '/a' }, respond: { validators: true as const, bytes: 2 ** 20 } };
    addRule(large, rule);
    assert.equal((await large.get('/a', [['Range', 'bytes=-1']])).text().length, 1);
    assert.throws(
      () => addRule(large, { ...rule, respond: { ...rule.respond, bytes: 2 ** 20 + 1 } }),
      /validators needs content of at most 1 MiB/,
    );
  });
});
