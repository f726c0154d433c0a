import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOpenApi } from '#docs/openapi/openapi.ts';
import { createRuntime } from '#runtime.ts';
import { startServer } from '#server/server.ts';
import { observeResponses, type ResponseObserver } from './support/servers/response-observer.ts';
import { createResponseValidator } from './support/servers/response-validator.ts';
import { exchangeBytes, request, type WireRequest } from './support/wire/wire.ts';

type Document = ReturnType<typeof JSON.parse>;

/** The reports about responses to the requests after `change` was made to every document. */
async function observe(
  change: (document: Document) => void,
  requests: readonly (WireRequest | string)[],
): Promise<Pick<ResponseObserver, 'count'> & { report: string[] }> {
  const observer = observeResponses(
    createResponseValidator((service) => {
      const document: Document = JSON.parse(JSON.stringify(buildOpenApi(service, '/')));
      change(document);
      return document;
    }),
  );
  try {
    const log = { info() {}, warn() {}, error() {} };
    const server = await startServer({ port: 0, database: 'memory', runtime: createRuntime(), log });
    for (const each of requests) {
      if (typeof each === 'string') await exchangeBytes(server.port, each);
      else await request(server.port, each);
    }
    await server.close();
    return { count: observer.count, report: observer.take() };
  } finally {
    observer.stop();
  }
}

/** Makes the change if the document has the path. */
const at = (path: string, change: (item: Document, document: Document) => void) => (document: Document) => {
  if (document.paths[path]) change(document.paths[path], document);
};

const nothing = () => {};

describe('the observer of responses', () => {
  it('accepts responses that match the documents', async () => {
    const { count, report } = await observe(nothing, [
      { path: '/get?a=1' },
      { path: '/gzip' },
      { method: 'HEAD', path: '/get' },
      { method: 'OPTIONS', path: '/get' },
      { method: 'PURGE', path: '/raw' },
      { method: 'PUT', path: '/get' },
      { path: '//get' },
      { path: '/nowhere' },
      { path: '/api/v3/' },
      { path: '/_sparring/health' },
      { path: '/spec.json' },
      { path: '/login' },
      'GET /get HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    ]);
    assert.deepEqual(report, []);
    assert.equal(count, 13);
  });

  const json = (item: Document) => item.get.responses['200'].content;

  for (const [what, change, wanted, expected] of [
    [
      'a member of another type',
      at('/ip', (item) => {
        json(item)['application/json'].schema.properties.origin.type = 'integer';
      }),
      { path: '/ip' },
      /^testing: GET \/ip answers 200, application\/json: \/origin must be integer .*\(1 times, such as GET \/ip\)$/,
    ],
    [
      'a member that is missing, in compressed content',
      at('/gzip', (item) => {
        json(item)['application/json'].schema.required.push('colour');
      }),
      { path: '/gzip' },
      /: \/ must have required property 'colour'/,
    ],
    [
      'a schema of a component',
      at('/get', (_, document) => {
        document.components.schemas.Request.required.push('colour');
      }),
      { path: '/get' },
      /'colour'/,
    ],
    [
      'a status that is not documented',
      at('/ip', (item) => {
        item.get.responses = { 201: item.get.responses['200'] };
      }),
      { path: '/ip' },
      /the status is not documented/,
    ],
    [
      'a status below 400 that only the shared error would document',
      at('/status/{codes}', (item) => {
        item.get.responses = { default: { $ref: '#/components/responses/Error' } };
      }),
      { path: '/status/204' },
      /answers 204, .*: the status is not documented/,
    ],
    [
      'an operation that is not documented',
      at('/ip', (item) => {
        delete item.get;
      }),
      { path: '/ip' },
      /the operation is not documented/,
    ],
    [
      'a media type that is not documented',
      at('/image/png', (item) => {
        item.get.responses['200'].content = { 'image/jpeg': {} };
      }),
      { path: '/image/png' },
      /answers 200, image\/png: the content type is not documented, only image\/jpeg/,
    ],
    [
      'a media type that is not documented, of a HEAD',
      at('/image/png', (item) => {
        item.get.responses['200'].content = { 'image/jpeg': {} };
      }),
      { method: 'HEAD', path: '/image/png' },
      /testing: GET \/image\/png answers 200, image\/png: the content type/,
    ],
    [
      'content that is not documented',
      at('/image/png', (item) => {
        delete item.get.responses['200'].content;
      }),
      { path: '/image/png' },
      /content is not documented/,
    ],
    [
      'content that is missing',
      at('/status/{codes}', (item) => {
        item.get.responses['302'].content = { 'application/json': { schema: { type: 'object' } } };
      }),
      { path: '/status/302' },
      /the content is missing/,
    ],
    [
      'another error format',
      at('/get', (_, document) => {
        document.components.schemas.ProblemDetails.properties.status.type = 'string';
      }),
      { path: '/cache/99999999999999999999' },
      /answers 400, application\/problem\+json: \/status must be string/,
    ],
    [
      'another error format of a path that does not exist',
      at('/get', (_, document) => {
        document.components.schemas.ProblemDetails.properties.status.type = 'string';
      }),
      { path: '/nowhere' },
      /^testing: GET \(no operation\) answers 404, application\/problem\+json: \/status/,
    ],
    [
      'another error format of a request that cannot be read',
      at('/get', (_, document) => {
        document.components.schemas.ProblemDetails.properties.status.type = 'string';
      }),
      'GET /get HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      /^testing: GET \(no operation\) answers 400, .*such as a request that could not be read\)$/,
    ],
  ] as const) {
    it(`reports ${what}`, async () => {
      const { report } = await observe(change, [wanted]);
      assert.equal(report.length, 1, report.join('\n'));
      assert.match(report[0] ?? '', expected);
    });
  }
});
