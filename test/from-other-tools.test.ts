import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type SparringServer, start } from '#library/index.ts';

const PAGE = 'docs/guide/from-other-tools.md';

/** A request, and the status and the text of its response; null for a connection without one, or for content without its end. */
type Call = readonly [path: string, init: RequestInit, status: number | null, text?: string | null];

const GET: RequestInit = {};
const one = (path: string, init: RequestInit = GET): Call => [path, init, 200, '1'];
const none = (path: string, init: RequestInit = GET): Call => [path, init, 404];
const post = (body: BodyInit, type?: string): RequestInit => ({
  method: 'POST',
  body,
  ...(type !== undefined && { headers: { 'Content-Type': type } }),
});
const JSON_TYPE = 'application/json';

function multipart(filename: string): RequestInit {
  const body = new FormData();
  body.append('file', new Blob(['text']), filename);
  return { method: 'POST', body };
}

/** The calls that show what each line of the page does. */
const CALLS: Readonly<Record<string, readonly Call[]>> = {
  'Method and path': [one('/v1/a'), none('/v1/a', { method: 'PUT' }), none('/v1/b')],
  'Any method': [one('/v1/a'), one('/v1/a', { method: 'DELETE' }), none('/v1/b')],
  'Part of the path': [one('/v1/7'), none('/v1/a')],
  'All paths below': [one('/v1/a/b'), none('/v2')],
  Query: [one('/v1?b=2&a=1'), none('/v1?a=2')],
  'Query without others': [one('/v1?a=1'), none('/v1?a=1&b=2')],
  Host: [one('/v1'), none('/v2')],
  Header: [one('/v1', { headers: { 'x-a': 'abc' } }), none('/v1', { headers: { 'x-a': 'a' } })],
  Cookie: [one('/v1', { headers: { Cookie: 'a=2; sid=1' } }), none('/v1', { headers: { Cookie: 'sid=2' } })],
  'Basic authentication': [one('/v1', { headers: { Authorization: 'Basic dTpw' } }), none('/v1')],
  'Text of a body': [one('/v1', post('bac')), none('/v1', post('bc'))],
  'Whole JSON body': [one('/v1', post('{"a":1}')), none('/v1', post('{"b":2,"a":1}'))],
  'Part of a JSON body': [one('/v1', post('{"b":2,"a":1}')), none('/v1', post('{"a":2}', JSON_TYPE))],
  'Value in a JSON body': [
    one('/v1', post('{"a":[{"b":1},{"b":2}]}', JSON_TYPE)),
    none('/v1', post('{"a":[{"b":1}]}', JSON_TYPE)),
  ],
  Form: [one('/v1', post(new URLSearchParams('b=2&a=1'))), none('/v1', post(new URLSearchParams('a=2')))],
  'Part of a multipart body': [one('/v1', multipart('a.txt')), none('/v1', multipart('b.txt'))],
  'GraphQL operation': [
    one('/v1', post('{"query":"query GetUser { user { id } }"}', JSON_TYPE)),
    none('/v1', post('{"query":"query GetUsers { users { id } }"}', JSON_TYPE)),
  ],
  'Regular expression': [one('/v1/aa'), none('/v1/b')],
  Function: [one('/v1/a'), none('/v1/b')],
  'One of several, or not': [one('/v1', { method: 'PUT' }), none('/v1?a=1', { method: 'PUT' }), none('/v1')],
  'Status, headers and text': [['/v1', GET, 503, 'Later']],
  JSON: [['/v1', GET, 200, '{"a":1}']],
  Cookies: [['/v1', GET, 200]],
  'Binary content': [['/v1', GET, 200, '\0\ufffd']],
  Redirect: [['/v1', { redirect: 'manual' }, 302]],
  Once: [one('/v1'), none('/v1')],
  'Twice, then another': [['/v1', GET, 503], ['/v1', GET, 503], one('/v1')],
  'Values of the request': [['/v1/a%22b', GET, 200, '{"id":"a\\"b"}']],
  Code: [['/v1/7', GET, 200, '{"id":8}']],
  'Another one in this test': [one('/v1')],
  'Step by step': [
    ['/v1', GET, 200, '"pending"'],
    ['/v1', GET, 200, '"pending"'],
    ['/v1', GET, 200, '"done"'],
    ['/v1', GET, 200, '"pending"'],
  ],
  'Response of Fetch': [['/v1', GET, 201, 'text']],
  Delay: [one('/v1')],
  'Random delay': [one('/v1')],
  'Broken connection': [['/v1', GET, null]],
  'No response': [['/v1', { signal: AbortSignal.timeout(2000) }, null]],
  'Content that ends early': [['/v1', GET, 200, null]],
  'Slow content': [['/v1', GET, 200, 'abcd']],
  Compressed: [['/v1', GET, 200, 'text']],
  'The newest one wins': [one('/v1')],
  Priority: [one('/v1')],
  'Number of requests': [one('/v1')],
  'Content of a request': [one('/v1', post('1')), none('/v1')],
  'Wait for a request': [one('/v1')],
  'No request': [one('/v1')],
  'Stub that must be used': [one('/v1')],
  'Requests that nothing expects': [one('/v1'), none('/v2')],
  'Why a request does not match': [one('/v1')],
  'Remove one, or all': [one('/v1'), none('/v0')],
  'Faults on real responses': [
    ['/get', GET, 503],
    ['/get', GET, 200],
  ],
  'The real response': [
    ['/status/204', GET, 204],
    ['/get', GET, 404],
  ],
  'Recorded responses': [one('/v1')],
  'Switched off': [one('/v1')],
};

/** The names of the lines, with the code of their last column. */
async function linesOf(page: string): Promise<[name: string, code: string][]> {
  const rows = (await readFile(page, 'utf8')).split('\n').filter((line) => /^\| [A-Z]/.test(line));
  return rows.map((row) => {
    const [, name = ''] = /^\| ([^|]+) \|/.exec(row) ?? [];
    const [, code = ''] = /`([^`]+)` \|$/.exec(row) ?? [];
    return [name, code];
  });
}

/** Runs the code of a line as the body of a test. */
function runLine(code: string, server: SparringServer): Promise<void> {
  const line: (server: SparringServer) => Promise<void> = Object(
    new Function(`return async (server) => { ${code}; };`)(),
  );
  return line(server);
}

describe('the page about other tools', async () => {
  const lines = await linesOf(PAGE);

  it('has a call for each line', () => {
    assert.deepEqual(
      lines.map(([name]) => name),
      Object.keys(CALLS),
    );
  });

  for (const [name, code] of lines)
    it(`does what it says: ${name}`, async () => {
      await using server = await start();
      await runLine(code, server);
      for (const [path, init, status, text] of CALLS[name] ?? []) {
        const response = await fetch(server.url + path, init).catch(() => null);
        assert.equal(response?.status ?? null, status, `${path} ${code}`);
        if (text === null) await assert.rejects(async () => response?.bytes(), code);
        else if (text !== undefined) assert.equal(await response?.text(), text);
        else await response?.bytes();
      }
    });
});
