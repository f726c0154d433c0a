import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { loadResponses, type RecordedResponse } from '../pages/examples/load-responses.ts';

const MAX_SIZE = 200_000;

test('every page of the documentation has all examples, unique anchors, and less than 200 KB', async (t) => {
  const server = await serve(t);
  const services = server.services.filter(({ name }) => name !== 'docs');
  const entries = createCatalogue(services).families.flatMap((family) => family.entries);
  const measure = async (path: string) => {
    const response = await server.get(path);
    assert.equal(response.status, 200, path);
    assert.ok(response.body.length < MAX_SIZE, `${path} has ${response.body.length} bytes`);
    const page = response.text();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, `${path} repeats an anchor`);
    return page;
  };
  for (const path of ['/', '/docs', '/legacy']) await measure(path);
  const recorded = await loadResponses();
  for (const { page: path, endpoint, service, name } of entries) {
    const page = await measure(path);
    const examples = page.split('<figure class="code ex"').slice(1);
    assert.equal(examples.length, endpoint.examples.length, path);
    assert.equal(recorded[name]?.length, endpoint.examples.length, `${path}: run npm run docs`);
    for (const [index, example] of examples.entries()) {
      const response: RecordedResponse | undefined = recorded[name]?.[index] ?? undefined;
      assert.equal(example.includes('<p class="omitted">'), response !== undefined, path);
      if (response)
        assert.match(
          response.head,
          new RegExp(`^HTTP/1\\.1 ${endpoint.examples[index]?.status} .+(?:\\n[\\w-]+: .*){0,5}$`),
          path,
        );
      assert.match(example, /class="[^"]*\bcopy /, path);
      // The service rejects requests of pages, so the page has no buttons to send them.
      if (service.documentation.isClosedToPages)
        assert.doesNotMatch(example.split('</figure>')[0] ?? '', /class="[^"]*\btry |<a /);
    }
  }
});

test('an example shows its recorded response with the origin of the reader, folded', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs/endpoints/get-delay-delay', [['Host', 'localhost:9805']])).text();
  const [, content = ''] = />200 OK<\/span><\/summary>(.*?)<\/details>/s.exec(page) ?? [];
  const text = content.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
  assert.match(
    text,
    /^\s*HTTP\/1\.1 200 OK\nContent-Type: application\/json\n[^{]*\n\n\{\n {2}"args": \{\},\n/,
  );
  assert.match(text, /"url": "http:\/\/localhost:9805\/delay\/0\.01"\n\}\s*\d+ more headers\.\s*$/);
});

test('a page shows deprecation, parameters and responses', async (t) => {
  const server = await serve(t);
  const pageOf = async (name: string) => (await server.get(`/docs/endpoints/${name}`)).text();
  const create = await pageOf('post-api-v3-authorizations');
  assert.match(create, /class="badge warn">deprecated</);
  assert.match(create, /fingerprint\?: string/);
  assert.match(create, /hashed_token: string \| null/);
  assert.match(create, /Login, or e-mail address, and password\./);
  const range = await pageOf('get-range-n');
  assert.doesNotMatch(range, /class="badge warn">deprecated</);
  assert.match(range, /<code>duration<\/code> <small>query, number, at least 0, 0 by default<\/small>/);
  assert.match(await pageOf('get-raw'), /pseudo_fields: \[string, string\]\[\]/);
  assert.match(await pageOf('get-image'), /Two boxing gloves\.<\/span> <small>image\/webp, image\/jpeg/);
  assert.match(await pageOf('get-redirect-to'), /<dt><span class="st s3 plain">3XX<\/span><\/dt>/);
  assert.match(await pageOf('get-compose'), /<dt><span>Any other<\/span><\/dt>/);
  assert.match(range, /<span class="st s4 plain">416 Range Not Satisfiable<\/span>/);
});

test('the form has a field for each parameter, with its type, choices and bounds', async (t) => {
  const server = await serve(t);
  const formOf = async (name: string) => {
    const page = (await server.get(`/docs/endpoints/${name}`)).text();
    return /<fieldset class="parameters">(.*?)<\/fieldset>/s.exec(page)?.[1] ?? '';
  };
  const range = await formOf('get-range-n');
  assert.match(
    range,
    /<input class="in" data-in="path" data-parameter="n" name="path n" type="number" step="1"/,
  );
  assert.match(
    range,
    /<input class="in" data-in="query" data-parameter="duration" name="query duration" type="number" step="any" min="0"/,
  );
  assert.match(await formOf('get-compose'), /<textarea class="in" data-in="query" data-parameter="header"/);
  const services = server.services.filter(({ name }) => name !== 'docs');
  for (const { endpoint, page } of createCatalogue(services).families.flatMap((family) => family.entries)) {
    const form = await formOf(page.slice('/docs/endpoints/'.length));
    const names = [...form.matchAll(/data-parameter="([^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual(
      names,
      [...Object.keys(endpoint.params ?? {}), ...Object.keys(endpoint.query ?? {})],
      page,
    );
  }
});

test('the examples contain no credentials of accounts', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/docs/endpoints/get-api-v3-authorizations')).text();
  const signedIn = [...page.matchAll(/<figure class="code ex"[^>]*data-sign-in[^>]*>/g)].join();
  assert.match(signedIn, /api\/v3/);
  assert.doesNotMatch(signedIn, /Authorization|Basic/);
});

test('an example is sent with its own credentials where any are accepted, and with its Content-Type', async (t) => {
  const server = await serve(t);
  const exampleOf = async (name: string, path: string) =>
    new RegExp(`<figure class="code ex"[^>]*data-path="${path}"[^>]*>`).exec(
      (await server.get(`/docs/endpoints/${name}`)).text(),
    )?.[0] ?? '';
  const bearer = await exampleOf('get-bearer', '/bearer');
  assert.match(bearer, /data-fields="Authorization: Bearer abc123"/);
  assert.doesNotMatch(bearer, /data-sign-in/);
  assert.match(
    await exampleOf('post-login', '/login'),
    /data-path="\/login" data-status="\d+" data-fields="Content-Type: application\/x-www-form-urlencoded" data-body="login=/,
  );
  assert.match((await server.get('/docs/endpoints/get-get')).text(), /aria-label="Open \/get/);
});

test('an unknown endpoint gets 404', async (t) => {
  assert.equal((await (await serve(t)).get('/docs/endpoints/get-nothing')).status, 404);
});
