import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { protocolErrors } from '../../test/protocol-lines.ts';
import { FEATURES } from '../adapter/messages.ts';
import { type CasePorts, createCasePorts } from '../case-port/case-port.ts';
import { allCases } from '../cases/index.ts';
import { createRuntime } from '../server.ts';
import { type AdapterCheck, checkAdapter } from './check-adapter.ts';

const runtime = createRuntime();
const SYNTHETIC = path.join(import.meta.dirname, '../../test/synthetic-adapter.ts');

/** An adapter of Node's client that does what the lines say; `lie` changes what it asks or reports. */
const HONEST = `
  import { createInterface } from 'node:readline';
  import { Agent, request } from 'node:http';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  const agent = new Agent({ keepAlive: true });
  const bytesOf = (q) => q.body !== undefined ? Buffer.from(q.body, 'base64') : q.bodySize && Buffer.from(Array.from({ length: q.bodySize }, (_, i) => (97 + i) % 256));
  const send = (q) => new Promise((resolve) => {
    const fail = (error) => resolve({ id: q.id, error: error.code === 'ERR_INVALID_CHAR' ? 'invalid-request' : error.name === 'TimeoutError' ? 'timeout' : 'other', message: error.message });
    try {
      const headers = Object.fromEntries(q.headers ?? []);
      const sent = request(q.url, { method: q.method, headers, agent, signal: AbortSignal.timeout(q.timeout * 1000) }, (r) => {
        const parts = [];
        r.on('data', (part) => parts.push(part)).on('error', fail).on('end', () => resolve({ id: q.id, status: r.statusCode,
          headers: r.rawHeaders.flatMap((name, i) => i % 2 ? [] : [[name, r.rawHeaders[i + 1]]]), body: Buffer.concat(parts).toString('base64') }));
      });
      sent.on('error', (error) => fail(error.name === 'AbortError' ? error.cause : error)).end(bytesOf(q));
    } catch (error) { fail(error); }
  });
  let hello = { hello: 1, client: 'c', version: '1' };
  let answer = async (q) => say(await send(q));
  LIE;
  for await (const line of createInterface({ input: process.stdin })) {
    const q = JSON.parse(line);
    if (q.hello) say(hello);
    else if (!q.end) void answer(q);
  }`;

const reported = `{ id: q.id, status: 200, headers: [], body: 'aGVsbG8=' }`;

/** Adapters by what they change, and the first problem of each. */
const LIES: readonly { readonly name: string; readonly lie: string; readonly problem: RegExp }[] = [
  {
    name: 'sends nothing',
    lie: `answer = (q) => say(${reported})`,
    problem: /^line 1: GET: it reports status 200, "hello", but no request arrived$/,
  },
  {
    name: 'reports an error always',
    lie: `answer = (q) => say({ id: q.id, error: 'other' })`,
    problem: /^line 1: GET: GET \/ did not arrive; no request did$/,
  },
  {
    name: 'makes the request, and reports an error',
    lie: `answer = async (q) => { await send(q); say({ id: q.id, error: 'other', message: 'm' }); }`,
    problem: /^line 1: GET: the server sent status 200, "hello"; it reports error other \(m\)$/,
  },
  {
    name: 'refuses always',
    lie: `answer = (q) => say({ id: q.id, error: 'invalid-request' })`,
    problem: /^line 1: GET: GET \/ did not arrive/,
  },
  {
    name: 'reports that it refused what it sent',
    lie: `answer = async (q) => { await send(q); say({ id: q.id, error: 'invalid-request' }); }`,
    problem: /^line 1: GET: it answers invalid-request, which is for a request that is not sent/,
  },
  {
    name: 'is unable',
    lie: `answer = (q) => say({ id: q.id, unsupported: 'no' })`,
    problem: /^line 1: GET: it answers unsupported: no$/,
  },
  {
    name: 'fails',
    lie: `answer = (q) => say({ id: q.id, adapterError: 'oops' })`,
    problem: /^line 1: GET: adapterError: oops$/,
  },
  {
    name: 'ignores the path',
    lie: `answer = async (q) => say(await send({ ...q, url: new URL('/', q.url).href }))`,
    problem: /^line 2: GET of another path.*: GET \/second did not arrive; GET \/ did$/,
  },
  {
    name: 'ignores the method',
    lie: `answer = async (q) => say(await send({ ...q, method: q.method === 'POST' ? 'POST' : 'GET' }))`,
    problem: /^line 3: HEAD: the method HEAD did not arrive; GET \/ did$/,
  },
  {
    name: 'ignores bodySize',
    lie: `answer = async (q) => say(await send({ ...q, bodySize: undefined }))`,
    problem: /^line 4: .*the content of 1000 bytes did not arrive; the last request has 0 bytes$/,
  },
  {
    name: 'sends the Base64 of a body',
    lie: `answer = async (q) => say(await send({ ...q, body: q.body && Buffer.from(q.body).toString('base64') }))`,
    problem: /^line 5: .*the content of 5 bytes did not arrive; the last request has 8 bytes$/,
  },
  {
    name: 'ignores headers',
    lie: `answer = async (q) => say(await send({ ...q, headers: [] }))`,
    problem: /^line 7: .*the field X-A: 1 did not arrive$/,
  },
  {
    name: 'reports no fields',
    lie: `answer = async (q) => { const o = await send(q); say(o.headers ? { ...o, headers: [] } : o); }`,
    problem: /^line 8: .*the server sent X-A: 1; headers do not have it$/,
  },
  {
    name: 'reports an error for a status 404',
    lie: `answer = async (q) => { const o = await send(q); say(o.status === 404 ? { id: q.id, error: 'other' } : o); }`,
    problem: /^line 9: a status 404: the server sent status 404, "hello"; it reports error other$/,
  },
  {
    name: 'follows redirects',
    lie: `answer = async (q) => { const o = await send(q); say(o.status === 302 ? await send({ ...q, url: new URL('/target', q.url).href }) : o); }`,
    problem: /^line 10: .*redirects is false, and it was followed$/,
  },
  {
    name: 'reports a redirect as another status',
    lie: `answer = async (q) => { const o = await send(q); say(o.status === 302 ? { ...o, status: 200 } : o); }`,
    problem: /^line 10: .*the server sent status 302; it reports 200$/,
  },
  {
    name: 'reports a success for a connection that closed',
    lie: `answer = async (q) => { const o = await send(q); say(o.error === 'other' ? ${reported} : o); }`,
    problem: /^line 12: .*the server sent nothing; it reports status 200 without an error$/,
  },
  {
    name: 'reports a success for a request that the client refused',
    lie: `answer = async (q) => { const o = await send(q); say(o.error === 'invalid-request' ? ${reported} : o); }`,
    problem: /^line 14: a line end in a field: it reports status 200, "hello", but no request arrived$/,
  },
  {
    name: 'has no class for time-outs',
    lie: `answer = async (q) => { const o = await send(q); say(o.error === 'timeout' ? { ...o, error: 'other' } : o); }`,
    problem: /^line 15: .*the limit passed; answer timeout, not other \(/,
  },
  {
    name: 'mixes the answers of requests at once',
    lie: `hello.parallel = 2; let id; answer = async (q) => { id = q.id; const o = await send(q); say({ ...o, id }); }`,
    problem: /^line 18: (?:two answers|two requests at once: the server sent status 200)/,
  },
];

describe('the check of an adapter', { concurrency: true }, () => {
  let folder = '';
  let casePorts: CasePorts;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-check-'));
    casePorts = await createCasePorts({ runtime });
  });
  after(async () => {
    await casePorts.close();
    await rm(folder, { recursive: true });
  });

  function check(...args: readonly string[]): Promise<AdapterCheck> {
    const variables = { ...process.env };
    return checkAdapter(
      { command: process.execPath, args, variables, ca: casePorts.ca, caFile: '' },
      casePorts,
      runtime,
    );
  }

  async function checkOf(lie: string): Promise<AdapterCheck> {
    const file = path.join(folder, `${runtime.uniqueId()}.mjs`);
    await writeFile(
      file,
      HONEST.replace('LIE', () => lie),
    );
    return check(file);
  }

  it('finds nothing in an adapter that does what it is asked, without and with features', async () => {
    const [plain, synthetic] = await Promise.all([checkOf(''), check(SYNTHETIC)]);
    assert.deepEqual([plain.problems, plain.advice, plain.requests], [[], [], 16]);
    assert.deepEqual([synthetic.problems, synthetic.advice], [[], []]);
    assert.deepEqual(protocolErrors([...plain.messages, ...synthetic.messages]), []);
    assert.ok(synthetic.requests > 30);
  });

  it('finds what an adapter reports, and the server did not see', async () => {
    const found = await Promise.all(LIES.map(async ({ lie }) => (await checkOf(lie)).problems[0] ?? 'none'));
    const vh = LIES.flatMap(({ name, problem }, index) =>
      problem.test(found[index] ?? '') ? [] : [`${name}: ${found[index]}`],
    );
    assert.deepEqual(vh, []);
  });

  it('makes a request for each feature that a case needs, and finds one that is declared only', async () => {
    const needed = FEATURES.filter((feature) => allCases.some(({ supports }) => supports.includes(feature)));
    const { problems } = await checkOf(
      `hello.supports = ${JSON.stringify(needed.filter((each) => each !== 'raw-fields'))};
      const sendOnce = send; answer = async (q) => say({ ...(await sendOnce({ ...q, bodySize: q.bodyKind === 'stream' ? undefined : q.bodySize })) })`,
    );
    const found = new Set(problems.map((each) => /the feature ([a-z-]+)/.exec(each)?.[1]));
    // A client without redirects follows none of too many.
    const undetectable = ['max-redirects', 'raw-fields'];
    assert.deepEqual(
      needed.filter((each) => !found.has(each)),
      needed.filter((each) => undetectable.includes(each)),
    );
    const [joined, followed] = await Promise.all([
      checkOf(
        `hello.supports = ['raw-fields']; answer = async (q) => { const o = await send(q); say({ ...o, headers: o.headers && Object.entries(Object.fromEntries(o.headers)) }); }`,
      ),
      checkOf(
        `hello.supports = ['max-redirects']; answer = async (q) => { let o = await send(q); for (let i = 0; i < 9 && q.redirects; i++) o = await send(q); say(o); }`,
      ),
    ]);
    assert.deepEqual(joined.problems, [
      'line 17: the feature raw-fields: the server sent two lines of Set-Cookie; headers have 1',
    ]);
    assert.deepEqual(followed.problems, [
      'line 17: the feature max-redirects: redirects is 2, and 9 were followed',
    ]);
  });

  it('asks on where the client repeats a request for longer than the limit', async () => {
    const { problems, requests } = await checkOf(
      `answer = async (q) => { let o = await send(q); while (o.error === 'other') o = await send(q); say(o); }`,
    );
    assert.deepEqual([problems, requests], [[], 16]);
  });

  it('advises the class of a request that was not sent, which is no problem', async () => {
    const { problems, advice } = await checkOf(
      `answer = async (q) => { const o = await send(q); say(o.error === 'invalid-request' ? { ...o, error: 'other' } : o); }`,
    );
    assert.deepEqual(problems, []);
    assert.match(
      advice.join(),
      /^line 14: .*if the client refused the request, answer invalid-request in place of other$/,
    );
  });

  it('names the line and the member of each mistake of the schema', async () => {
    const first = async (answer: string) => (await checkOf(`answer = (q) => { ${answer} }`)).problems[0];
    const found = await Promise.all(
      [
        `say({ id: q.id, status: '200', body: '' });`,
        `say({ id: q.id, status: 200, body: 'no base64!' });`,
        `say({ id: q.id, status: 200 });`,
        `say({ id: q.id, body: '' });`,
        `say({ id: q.id, error: 'oops' });`,
        `say({ id: q.id, error: 'other' }); say({ id: q.id, error: 'other' });`,
        `say({ id: q.id + 1, error: 'other' }); say({ id: q.id, error: 'other' });`,
      ].map(first),
    );
    assert.deepEqual(
      found.map((each) => each?.slice(0, 34)),
      [
        'line 1: status must be integer',
        'line 1: body must match pattern "^',
        'line 1: body is missing; it is bas',
        'line 1: status is missing, and the',
        'line 1: error must be equal to one',
        'line 1: two answers',
        'line 1: an answer with the id 2, w',
      ],
    );
  });

  it('finds an answer without an id, which is late, and the end of the process', async () => {
    const [late, ended] = await Promise.all([
      checkOf(`answer = () => say({ status: 200 })`),
      checkOf(`answer = () => process.exit(3)`),
    ]);
    assert.match(late.problems[0] ?? '', /^line 1: no outcome, because it has no integer id/);
    assert.match(late.problems[1] ?? '', /^line 1: no answer within 5 s; flush each line$/);
    assert.match(ended.problems[0] ?? '', /^line 1: the adapter ended \(exit code 3/);
  });
});
