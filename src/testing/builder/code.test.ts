import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';
import {
  formatCompositionCurl,
  formatDefinitionJson,
  formatLibraryCode,
  formatSeed,
  PLAIN_REQUEST,
} from './code.ts';
import { COMPOSE, type Composition } from './composition.ts';

const SEQUENCE: Composition = {
  lab: { name: 'sequence', seed: 'sequences', hasSteps: true },
  key: 'a1',
  settings: [['after', 'gone']],
  steps: [
    [
      ['status', '503'],
      ['header', 'Retry-After: 1'],
      ['header', 'X-A: "b"'],
      ['times', '2'],
    ],
    [['json', '{"ok":true}']],
    [['json', '"text"']],
    [['body', '5']],
  ],
};

const DATA = {
  steps: [
    {
      status: 503,
      headers: [
        ['Retry-After', '1'],
        ['X-A', '"b"'],
      ],
      times: 2,
    },
    { json: { ok: true } },
    { json: 'text' },
    { body: '5' },
  ],
  after: 'gone',
};

describe('the code of a composition', () => {
  it('defines the sequence that the URL defines, as JSON and as a seed', async (t) => {
    assert.deepEqual(JSON.parse(formatDefinitionJson(SEQUENCE)), DATA);
    assert.deepEqual(JSON.parse(formatSeed(SEQUENCE)), { sequences: { a1: DATA } });
    const server = await serve(t);
    const body = formatDefinitionJson(SEQUENCE);
    const fields = [['Content-Type', 'application/json']] as const;
    assert.equal((await server.send({ method: 'PUT', path: '/sequence/a1', fields, body })).status, 200);
    const bodies: string[] = [];
    for (let attempt = 0; attempt < 6; attempt++) bodies.push((await server.get('/sequence/a1/end')).text());
    assert.deepEqual(bodies.slice(2, 5), ['{"ok":true}', '"text"', '5']);
  });

  it('uses the library with escaped text', () => {
    assert.match(formatLibraryCode(SEQUENCE), /\n\s+\{"status":503.*\n[\s\S]*\/sequence\/a1\/end`\);/);
    const text = '`$' + '{a}\\';
    const evil: Composition = {
      lab: { name: 'limit', seed: null, hasSteps: false },
      key: 'k',
      settings: [],
      steps: [[['body', text]]],
    };
    assert.match(
      formatLibraryCode(evil),
      /callMyClient\(`\$\{server\.url\}\/limit\/k\/body=%60%24%7Ba%7D%5C\/end`\)/,
    );
  });

  const composed = (...steps: Composition['steps']): Composition => ({ ...SEQUENCE, lab: COMPOSE, steps });

  it('sends the request with curl', async (t) => {
    if ((await output(t, 'curl', ['--version'])) === undefined) return;
    const server = await serve(t);
    const run = async (composition: Composition, request = PLAIN_REQUEST) => {
      const command = `${formatCompositionCurl(composition, server.url, request)} --silent`;
      return (await promisify(execFile)('sh', ['-c', command])).stdout;
    };
    assert.match(await run(composed([['body', "it's"]])), /^HTTP\/1\.1 200 OK\r\n[\s\S]*it's$/);
    assert.match(
      await run(composed([['status', '201']]), { ...PLAIN_REQUEST, method: 'HEAD' }),
      /^HTTP\/1\.1 201/,
    );
    const informed = await run(
      composed([
        ['expect', 'late:0.1'],
        ['body', 'read'],
      ]),
    );
    assert.match(informed, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    const request = { method: 'PUT', fields: [['X-A', "o'b"]] as const, body: "o'b" };
    await run(composed([['body', 'x']]), request);
    const [entry] = Object((await server.get('/_sparring/requests?filter=method:PUT')).json()).requests;
    assert.deepEqual([entry.request.method, entry.request.body.length], ['PUT', 3]);
    assert.ok(entry.request.headers.some(([name, value]: string[]) => name === 'X-A' && value === "o'b"));
  });
});
