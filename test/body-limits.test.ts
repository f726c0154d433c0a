import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '#config/settings/settings.ts';
import { isOfBytes } from '#http/routing/endpoint.ts';
import { serve } from './support/servers/serve.ts';
import { statuses, transcript } from './support/wire/transcript.ts';

const MEBIBYTE = 1024 ** 2;

/** The paths whose response has the body as JSON. Their limit is smaller than the setting can be. */
const ECHOES = [
  '/post',
  '/put',
  '/patch',
  '/delete',
  '/anything',
  '/anything/a',
  '/raw',
  '/trailers',
  '/multipart',
];

const head = (method: string, path: string, fields: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

const methodOf = (path: string) =>
  (/^\/(?:put|patch|delete)$/.exec(path)?.[0].slice(1) ?? 'post').toUpperCase();

/** A form of a page of the server, as a browser sends it. */
const OF_OWN_PAGE =
  'Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nReferer: http://localhost/_sparring/\r\n';

/** The head of a response, and the start of its content. */
const ANSWERED = /\r\n\r\n./;

const MULTIPART = 'Content-Type: multipart/form-data; boundary=b\r\n';

test('endpoints that return the body as JSON reject a longer one by its Content-Length, without reading it', async (t) => {
  const { port } = await serve(t, { maxBodySize: 200 * MEBIBYTE });
  for (const path of [...ECHOES, '/delay/0']) {
    const fields = `${MULTIPART}Expect: 100-continue\r\nContent-Length: ${32 * MEBIBYTE + 1}\r\n`;
    const response = await transcript(port, [head(methodOf(path), path, fields), ANSWERED], { patience: 0 });
    assert.deepEqual(statuses(response), [413], path);
    assert.match(response.text, /larger than 33554432 bytes/, path);
  }
});

test('endpoints that return the body as JSON stop reading a chunked body at the limit', async (t) => {
  const { port, bodyBudget } = await serve(t, { maxBodySize: 200 * MEBIBYTE });
  const chunk = `${MEBIBYTE.toString(16)}\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
  // The body has no end: the response does not wait for it.
  const steps = [
    head('POST', '/post', 'Transfer-Encoding: chunked\r\n'),
    ...Array.from({ length: 33 }, () => chunk),
    /HTTP\/1\.1 413 /,
  ];
  assert.deepEqual(statuses(await transcript(port, steps, { patience: 0 })), [413]);
  assert.equal(bodyBudget.used, 0);
});

test('every limit of an endpoint rejects a declared length, is in its description, and in the help of the setting', async (t) => {
  const { port, services } = await serve(t, { maxBodySize: 200 * MEBIBYTE });
  const limited: string[] = [];
  for (const service of services) {
    for (const { path, methods, body } of service.endpoints) {
      if (!body || !isOfBytes(body) || body.kind !== 'any' || body.maxSize === undefined) continue;
      limited.push(path);
      assert.match(body.description, / At most \d+ (?:KiB|MiB)\.$/, path);
      const target = path.replaceAll(/\{\w+\+?\}/g, '1');
      const fields = `${path.endsWith('/form') ? OF_OWN_PAGE : ''}Content-Length: ${body.maxSize + 1}\r\n`;
      const [method = 'POST'] = methods;
      const response = await transcript(port, [head(method, target, fields), ANSWERED], { patience: 0 });
      assert.deepEqual(statuses(response), [413], path);
    }
  }
  for (const path of ECHOES.filter((each) => each !== '/anything/a')) assert.ok(limited.includes(path), path);
  for (const path of ['/_sparring/rules/import', '/_sparring/requests/verify', '/_sparring/inspector/form'])
    assert.ok(limited.includes(path), path);
  assert.match(settings.maxBodySize.sentence, /32 MiB/);
});
