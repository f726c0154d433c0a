import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { type Endpoint, isOfBytes } from '#http/routing/endpoint.ts';
import { anyCharacter } from './support/any-character.ts';
import { exampleServer } from './support/servers/example-server.ts';
import { isEndless } from './support/wire/endless.ts';

/** Characters that can occur in a request target without ending it. */
const rawTarget = fc.stringMatching(/^[!-~\x80-\xff]{0,12}$/).map((text) => text.replace(/[?#]/g, '%'));
const encoded = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => encodeURIComponent(text.toWellFormed()));
const edge = fc.constantFrom(
  '0',
  '-1',
  '1e400',
  '99999999999999999999',
  '%00',
  '%0d%0aX-Evil:%201',
  '..',
  '%2e%2e',
  '*',
  'NaN',
  'null',
  '%F0%9F%98%80',
  '%ff',
);
const piece = fc.oneof(rawTarget, encoded, edge);
const digits = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom('0', '00', '100', '99999999999999999999999999'),
);

const fieldValue = fc.oneof(
  fc.stringMatching(/^[ -~\x80-\xff]{0,30}$/),
  fc.constantFrom(
    '*',
    'W/"x"',
    '"',
    'Basic Og==',
    'Digest x',
    'Bearer ',
    'gzip;q=2',
    'multipart/form-data; boundary=',
    'a=b; c="',
    '-1',
    'bytes=0-1,3-',
    'bytes=-0',
    '\t',
  ),
);
const fieldName = fc.constantFrom(
  'Accept',
  'Authorization',
  'Content-Type',
  'Cookie',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'Origin',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-GitHub-OTP',
  'Accept-Encoding',
  'Range',
  'If-Range',
  'Last-Event-ID',
  'X-Nonsense',
);
const fields = fc.array(fc.tuple(fieldName, fieldValue), { maxLength: 4 });

describe('random input', async () => {
  const shared = await exampleServer({ isFrozen: true });
  // Requests to the control API change the state of the server.
  const controlled = await exampleServer({ isFrozen: true });

  for (const service of shared.services) {
    const server = service.name === 'control' ? controlled : shared;
    for (const endpoint of service.endpoints) {
      it(`${service.name}: ${endpoint.path} responds, and never with a 5xx that was not requested`, async () => {
        const request = fc.record({
          path: pathOf(endpoint),
          query: queryOf(endpoint),
          fields,
          body: bodyOf(endpoint),
          // `*` stands for every method that is not listed.
          method: fc.constantFrom(
            ...(isEndless(endpoint) ? ['HEAD'] : endpoint.methods).map((method) =>
              method === '*' ? 'PURGE' : method,
            ),
          ),
        });
        await fc.assert(
          fc.asyncProperty(request, async ({ path, query, body, ...rest }) => {
            const response = await server.send({
              ...rest,
              path: query ? `${path}?${query}` : path,
              ...(body === undefined ? {} : { body }),
            });
            const isFine = response.status < 500 || isAskedFor(endpoint, response.status, path + query);
            assert.ok(isFine, `${response.status} ${response.text()}`);
            assert.equal(response.field('X-Evil'), undefined);
          }),
          { numRuns: 40 },
        );
        assert.deepEqual(server.errors, []);
      });
    }
  }
});

function isAskedFor({ path }: Endpoint, status: number, target: string): boolean {
  if (path === '/unstable') return status === 500;
  return (path === '/status/{codes}' || path === '/drip') && target.includes(String(status));
}

function pathOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const segments = endpoint.path.split(/(\{\w+\+?\})/).map((part) => {
    const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const schema = endpoint.params?.[name];
    return schema && 'type' in schema && schema.type === 'integer' ? fc.oneof(digits, piece) : piece;
  });
  return fc.tuple(...segments).map((parts) => parts.join(''));
}

function queryOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const names = fc.oneof(piece, fc.constantFrom('', ...Object.keys(endpoint.query ?? { a: 0 })));
  return fc
    .array(fc.tuple(names, piece), { maxLength: 3 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
}

function bodyOf({ body }: Endpoint): fc.Arbitrary<string | Uint8Array | undefined> {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const form = fc.webQueryParameters();
  const multipart = fc
    .string({ maxLength: 60 })
    .map((text) => `--b\r\nContent-Disposition: form-data; name="a"${text}\r\n\r\nx\r\n--b--`);
  const loose = fc.oneof(fc.constant(undefined), bytes, form, multipart, fc.json());
  if (!body || isOfBytes(body)) return loose;
  return fc.oneof(
    loose,
    objectOf(body).map((value) => JSON.stringify(value)),
  );
}

/** Objects similar to the schema, with members of correct and of wrong types. */
function objectOf(schema: TSchema): fc.Arbitrary<unknown> {
  const names =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : [];
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  return fc.dictionary(fc.constantFrom('other', ...names), value, { maxKeys: 6 });
}
