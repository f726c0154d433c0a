import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Example } from '#http/routing/endpoint.ts';
import { output, requestsOutput } from '#test/support/programs/installed.ts';
import { testProject } from '#test/support/programs/projects.ts';
import { serve } from '#test/support/servers/serve.ts';
import { anything, endpoint } from '#test/support/servers/toy.ts';
import { createCatalogue } from '../../catalogue/catalogue.ts';
import { buildSnippets, SNIPPET_LABELS } from './snippets.ts';

const run = promisify(execFile);
const clients = testProject('test/clients/npm');
const toy = endpoint({ ...anything, path: '/toy', methods: ['GET', 'POST', 'PUT', 'DELETE'], handle() {} });

/** Requests with all that needs quotes or escapes in one of the languages. */
const EXAMPLES: readonly Example[] = [
  { path: '/toy?a=1&b=%20two', status: 201 },
  {
    method: 'DELETE',
    path: '/toy/x',
    fields: [['X-Quotes', `'single' "double" \\ $HOME {$a} %s`]],
    status: 201,
  },
  {
    method: 'POST',
    path: '/toy',
    fields: [
      ['Content-Type', 'application/json'],
      ['X-A', '1'],
    ],
    body: '{"a": "it\'s \\"ü\\" \u{1F600} $x `y`"}',
    status: 201,
  },
  {
    method: 'PUT',
    path: '/toy',
    fields: [['Content-Type', 'text/plain']],
    body: 'a\r\n\tb\u2028\n',
    status: 201,
  },
  { path: '/redirect', status: 302 },
];

interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly fields: readonly (string | undefined)[];
  readonly body: string;
}

interface Recorder {
  readonly url: string;
  readonly received: Received[];
}

/** A server that records the requests of the examples. */
async function startRecorder(t: TestContext): Promise<Recorder> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { method, url: target, headers } = request;
    const fields = ['x-quotes', 'content-type', 'x-a'].map((name) => headers[name]?.toString());
    received.push({ method, target, fields: body === '' ? fields.toSpliced(1, 1) : fields, body });
    const isRedirect = target === '/redirect';
    response.writeHead(isRedirect ? 302 : 201, isRedirect ? { Location: '/elsewhere' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { url: `http://127.0.0.1:${address.port}`, received };
}

function snippetsOf(url: string, name: string): string[] {
  return EXAMPLES.map((example) => {
    const code = buildSnippets(url, toy, example).find((snippet) => snippet.name === name)?.code;
    assert.ok(code, name);
    return code;
  });
}

/** What every client has to send, and the statuses that it has to print. */
function assertSent({ received }: Recorder, printed: string): void {
  const wanted = EXAMPLES.map(({ method = 'GET', path: target, fields = [], body = '' }) => {
    const field = (name: string) => fields.find(([other]) => other === name)?.[1];
    const values = [field('X-Quotes'), field('Content-Type'), field('X-A')];
    return { method, target, fields: body === '' ? values.toSpliced(1, 1) : values, body };
  });
  assert.deepEqual(received, wanted, printed);
  assert.deepEqual(
    printed.match(/\b(?:201|302)\b/g),
    EXAMPLES.map(({ status }) => String(status)),
  );
}

/** Runs a program with the code on its input. */
async function feed(command: string, args: readonly string[], cwd: string, code: string): Promise<string> {
  const child = spawn(command, args, { cwd });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.end(code);
  const [status] = await once(child, 'close');
  const [out, err] = await printed;
  assert.equal(status, 0, `${code}\n${err}`);
  return `${out}\n`;
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-snippets-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a snippet sends the example, and prints the status', () => {
  const javaScript = async (t: TestContext, name: string, cwd: string) => {
    const recorder = await startRecorder(t);
    let printed = '';
    for (const code of snippetsOf(recorder.url, name))
      printed += await feed(process.execPath, ['--input-type=module', '-'], cwd, code);
    assertSent(recorder, printed);
  };

  it('with curl', async (t) => {
    if ((await output(t, 'curl', ['--version'])) === undefined) return;
    const recorder = await startRecorder(t);
    const { stdout } = await run('bash', ['-c', snippetsOf(recorder.url, 'curl').join('\n')]);
    assertSent(recorder, stdout);
  });

  it('with fetch', (t) => javaScript(t, 'fetch', import.meta.dirname));

  it('with axios', async (t) => {
    if (clients.skip) return t.skip(clients.skip);
    await javaScript(t, 'axios', clients.folder);
  });

  it('with requests', async (t) => {
    const recorder = await startRecorder(t);
    const printed = await requestsOutput(t, snippetsOf(recorder.url, 'python').join('\n'), []);
    if (printed !== undefined) assertSent(recorder, printed);
  });

  it('with PHP', async (t) => {
    if ((await output(t, 'php', ['--version'])) === undefined) return;
    const recorder = await startRecorder(t);
    const code = snippetsOf(recorder.url, 'php').join('\n?>\n');
    assertSent(recorder, await feed('php', ['-d', 'error_reporting=E_ALL'], import.meta.dirname, code));
  });

  it('with Go', { timeout: 300_000 }, async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    const recorder = await startRecorder(t);
    const folder = await temporaryFolder(t);
    // One program, because the compilation takes most of the time.
    const calls = await Promise.all(
      snippetsOf(recorder.url, 'go').map(async (code, index) => {
        const name = `example${index}`;
        await writeFile(path.join(folder, `${name}.go`), code.replace('func main()', `func ${name}()`));
        return `\t${name}()\n`;
      }),
    );
    await writeFile(path.join(folder, 'main.go'), `package main\n\nfunc main() {\n${calls.join('')}}\n`);
    await writeFile(path.join(folder, 'go.mod'), 'module snippets\n\ngo 1.19\n');
    const { stdout } = await run('go', ['run', '.'], {
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-vet=off', GOTOOLCHAIN: 'local' },
    });
    assertSent(recorder, stdout);
  });
});

describe('the snippets of all examples are valid', async () => {
  const codes = new Map<string, string[]>(SNIPPET_LABELS.map(([name]) => [name, []]));
  const collect = async (t: TestContext) => {
    const { services, url } = await serve(t);
    for (const { entries } of createCatalogue(services).families)
      for (const { endpoint: each } of entries)
        for (const example of each.examples)
          for (const { name, code } of buildSnippets(url, each, example)) codes.get(name)?.push(code);
  };
  const of = async (t: TestContext, name: string) => {
    if (codes.get(name)?.length === 0) await collect(t);
    const found = codes.get(name) ?? [];
    assert.ok(found.length > 300);
    return found;
  };

  it('as JavaScript', async (t) => {
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    for (const code of [...(await of(t, 'fetch')), ...(await of(t, 'axios'))])
      assert.doesNotThrow(() => new AsyncFunction(code.replace(/^import .*$/m, '')), code);
  });

  it('as Python', async (t) => {
    const script = 'import json, sys\nfor code in json.load(sys.stdin): compile(code, code, "exec")';
    if ((await output(t, 'python3', ['--version'])) === undefined) return;
    await feed('python3', ['-c', script], '.', JSON.stringify(await of(t, 'python')));
  });

  it('as PHP', async (t) => {
    const script =
      'foreach (json_decode(stream_get_contents(STDIN)) as $code) token_get_all($code, TOKEN_PARSE);';
    if ((await output(t, 'php', ['--version'])) === undefined) return;
    await feed('php', ['-r', script], '.', JSON.stringify(await of(t, 'php')));
  });

  it('as formatted Go', async (t) => {
    if ((await output(t, 'go', ['version'])) === undefined) return;
    const folder = await temporaryFolder(t);
    const all = await of(t, 'go');
    await Promise.all(all.map((code, index) => writeFile(path.join(folder, `example${index}.go`), code)));
    const { stdout } = await run('gofmt', ['-l', folder]);
    assert.equal(stdout, '');
  });
});
