import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serve } from '#test/support/servers/serve.ts';
import { readPythonJson } from './python/json-reader.ts';

const name = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/);
const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]{0,30}[\x21-\x7e\x80-\xff])?$/);
const query = fc.stringMatching(/^([!-"$-~]|%[0-9a-fA-F]{2}|&|=){0,60}$/);
const path = fc.stringMatching(/^([\w.;:@$!~-]|%[0-9a-fA-F]{2}|%){0,30}$/);

const type = fc.oneof(
  fc.constantFrom(
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=B',
    'multipart/form-data; boundary="B',
    'multipart/form-data',
    'application/json',
  ),
  value,
);

const piece = fc.constantFrom(
  '--B',
  '--B--',
  '\r\n',
  '\r\n\r\n',
  '\n',
  '--',
  ':',
  ';',
  'x',
  '{',
  '"a":',
  '}',
  '[',
  ']',
  ',',
  '1e999',
  'NaN',
  '&',
  '=',
  '%e9',
  'Content-Disposition: form-data; name="a"',
  'Content-Disposition: form-data; name="f"; filename="x"',
  'Content-Type: text/plain; charset=nonsense',
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.json().map((text) => Buffer.from(text)),
);

/** Fields that change how the message is parsed. */
const OF_THE_MESSAGE =
  /^(host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te|trailer)$/i;
const fields = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map((pairs) => pairs.filter(([first]) => !OF_THE_MESSAGE.test(first)));

test('/anything and /post return any request with 200', async (t) => {
  const server = await serve(t);
  await fc.assert(
    fc.asyncProperty(path, query, fields, type, body, async (path, query, fields, type, body) => {
      const target = path === '' ? '/post' : `/anything/${path}`;
      const response = await server.send({
        method: 'POST',
        path: `${target}?${query}`,
        fields: [...fields, ['Content-Type', type]],
        body,
      });
      assert.equal(response.status, 200, response.text());
      const echo = readPythonJson(response.text());
      assert.ok(echo instanceof Map, response.text());
      assert.equal(typeof echo.get('url'), 'string');
    }),
    { numRuns: 60 },
  );
});
