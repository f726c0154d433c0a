import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { loadGuides } from '#docs/guides/load-guides.ts';
import { loadResponses } from '#docs/pages/examples/load-responses.ts';
import { loadBrowserScript } from '#pages/browser-script.ts';
import { loadedFiles } from './support/commands/loaded-files.ts';
import { installPackage } from './support/commands/packed.ts';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);

describe('the published package', () => {
  let folder = '';
  let installed = '';

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-packed-'));
    installed = path.join(folder, 'node_modules', 'sparring');
    await installPackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const node = async (file: string, source: string) => {
    await writeFile(path.join(folder, file), source);
    return (await run(process.execPath, [file], { cwd: folder })).stdout.trim();
  };

  it('has no dependencies to install', async () => {
    const manifest: object = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    assert.equal('dependencies' in manifest, false);
  });

  it('has nothing large that does not belong in it', async () => {
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const sizes = entries
      .filter((entry) => entry.isFile())
      .map((entry) => stat(path.join(entry.parentPath, entry.name)));
    const total = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    // The code is in it twice: as ES modules and as CommonJS.
    assert.ok(total < 7e6, `${total} bytes`);
  });

  it('runs as a command', async () => {
    const { stdout } = await run(process.execPath, [path.join(installed, 'bin/sparring.cjs'), '--version']);
    assert.match(stdout, /^\d+\.\d+\.\d+/);
  });

  it('tests a client with an adapter of its own', async () => {
    const words = [
      'conformance',
      '--only',
      'control.get',
      'control.tls',
      'tls.expired',
      '--adapter',
      'node-fetch',
    ];
    const { stdout } = await run(process.execPath, [path.join(installed, 'bin/sparring.cjs'), ...words]);
    assert.match(stdout, /^requirement 2 of 2 · safety 1 of 1 /m);
  });

  const use = `async (start) => {
    const server = await start({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } });
    const get = await (await fetch(server.url + '/post', { method: 'POST', body: new URLSearchParams({ a: '1' }) })).json();
    const user = await (await fetch(server.url + '/api/v3/user', { headers: { Authorization: 'Basic ' + btoa('mona:correct-horse-1') } })).json();
    const page = await fetch(server.url + '/docs');
    await server.close();
    console.log(get.form.a, user.login, page.status);
  }`;

  it('is imported as an ES module', async () => {
    assert.equal(
      await node('a.mjs', `import { start } from 'sparring'; await (${use})(start);`),
      '1 mona 200',
    );
  });

  it('is required from CommonJS', async () => {
    assert.equal(await node('a.cjs', `(${use})(require('sparring').start);`), '1 mona 200');
  });

  it('loads page modules and Preact when a page is requested', async () => {
    // The name of this attribute is part of Preact.
    const hasPreact = async (urls: readonly string[]) => {
      const chunks = urls.filter((url) => url.startsWith('file:'));
      const texts = await Promise.all(chunks.map((url) => readFile(new URL(url), 'utf8')));
      return texts.some((text) => text.includes('dangerouslySetInnerHTML'));
    };
    for (const load of [
      "const { start } = await import('sparring');",
      "const { start } = require('sparring');",
    ]) {
      const { atStart, forPage } = JSON.parse(await node('loaded.mjs', loadedFiles(load)));
      assert.equal(await hasPreact(atStart), false, load);
      assert.equal(await hasPreact(forPage), true, load);
    }
  });

  it('contains the scripts for browsers, as bundled from the source, in the coding in which it sends them', async () => {
    const source = `import { get } from 'node:http';
      import { buffer } from 'node:stream/consumers';
      import { start } from 'sparring';
      const server = await start();
      const headers = { 'Accept-Encoding': 'br' };
      const coded = await new Promise((resolve) => get(server.url + '/docs/page.js', { headers }, resolve));
      const brotli = (await buffer(coded)).toString('base64');
      const docs = await (await fetch(server.url + '/docs/page.js')).text();
      const builder = await (await fetch(server.url + '/compose/builder.js')).text();
      console.log(JSON.stringify({ docs, builder, brotli }));
      await server.close();`;
    const { docs, builder, brotli } = JSON.parse(await node('scripts.mjs', source));
    assert.equal(brotli, await readFile(path.join(installed, 'dist/browser/docs.js.br'), 'base64'));
    assert.equal(docs, (await loadBrowserScript('docs')).text);
    assert.equal(builder, (await loadBrowserScript('testing/builder')).text);
  });

  it('contains the guides, as rendered from the source', async () => {
    const source = `import { start } from 'sparring';
      const server = await start();
      console.log(JSON.stringify(await (await fetch(server.url + '/docs/guides/control')).text()));
      await server.close();`;
    const page: string = JSON.parse(await node('guides.mjs', source));
    const guide = (await loadGuides()).find(({ name }) => name === 'control');
    // The page has the origin of the reader in the examples.
    const [beginning = ''] = guide?.html.split('8080') ?? [];
    assert.ok(beginning.length > 100);
    assert.ok(page.includes(beginning));
  });

  it('contains the recorded responses to examples', async () => {
    const source = `import { start } from 'sparring';
      const server = await start();
      console.log(JSON.stringify(await (await fetch(server.url + '/docs/endpoints/get-uuid')).text()));
      await server.close();`;
    const page: string = JSON.parse(await node('responses.mjs', source));
    const [response] = (await loadResponses())['get-uuid'] ?? [];
    const [value = ''] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(response?.body ?? '') ?? [];
    assert.ok(value !== '' && page.includes(value));
  });

  it('checks the version of Node before it loads anything', async () => {
    for (const file of ['dist/index.js', 'dist/cjs/index.cjs']) {
      const source = await readFile(path.join(installed, file), 'utf8');
      assert.match(source, /process\.versions\.node/);
      assert.doesNotMatch(source, /node:/);
      assert.ok(source.length < 1500, `${file} has ${source.length} characters`);
    }
  });

  describe('in TypeScript', () => {
    const tsc = async (settings: object, files: Readonly<Record<string, string>>): Promise<string> => {
      const project = await mkdtemp(path.join(folder, 'project-'));
      const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, types: [], ...settings };
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      for (const [name, source] of Object.entries(files)) await writeFile(path.join(project, name), source);
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      return run(process.execPath, [compiler, '-p', project]).then(
        ({ stdout }) => stdout,
        (error) => String(error.stdout),
      );
    };

    const ways: [name: string, settings: object, files: readonly string[]][] = [
      ['nodenext', { module: 'nodenext' }, ['a.mts', 'a.cts']],
      ['node16', { module: 'node16', moduleResolution: 'node16' }, ['a.mts', 'a.cts']],
      ['a bundler', { module: 'esnext', moduleResolution: 'bundler', target: 'es2022' }, ['a.ts']],
    ];
    for (const [name, settings, files] of ways) {
      it(`compiles with strict settings, libraries included, for ${name}`, async () => {
        for (const lib of [['es2022'], ['esnext', 'dom']]) {
          const sources = Object.fromEntries(files.map((file) => [file, `${RIGHT}\n${WRONG}`]));
          assert.equal(await tsc({ ...settings, lib, exactOptionalPropertyTypes: true }, sources), '');
        }
      });
    }

    it('has types without types of other packages, except those of the test runners', async () => {
      const types = await readFile(path.join(installed, 'dist/index.d.ts'), 'utf8');
      assert.doesNotMatch(types, /^import\b|\bimport\(['"]|\bfrom '|typebox/m);
      assert.equal(await readFile(path.join(installed, 'dist/cjs/index.d.cts'), 'utf8'), types);
      const others = await readdir(path.join(installed, 'dist'), { recursive: true });
      const fixtures = ['jest', 'matchers', 'node-test', 'playwright', 'test-server'];
      assert.deepEqual(others.filter((file) => /\.d\.c?ts$/.test(file)).sort(), [
        ...[...fixtures, 'index'].map((name) => path.join('cjs', `${name}.d.cts`)).sort(),
        ...[...fixtures, 'index', 'vitest', 'vitest-global-setup'].map((name) => `${name}.d.ts`).sort(),
      ]);
    });
  });
});

/** Code of users. */
const RIGHT = `
import { JournalTimeout, start, type Bin, type Call, type Rule, type Match, type RecordedExchange, type SeedData, type SparringServer, type StartOptions } from 'sparring';

const seed = {
  users: [{ login: 'mona', password: 'correct-horse-1', two_factor: { method: 'sms', phone: '+15550100' } }],
  organizations: [{ login: 'acme', members: ['mona'], saml: 'enforced' }],
} as const satisfies SeedData;
const options: StartOptions = { seed, port: 0, maxDuration: '10s', maxBodySize: '64k', apiVersion: 'ghes-2.22', host: undefined };
const rule: Rule = { match: { path: '/api/v3/authorizations' }, error: { status: 503 }, count: 2 };

export async function use(): Promise<readonly Call[]> {
  await using server: SparringServer = await start(options);
  await start();
  await start({ seed: 'accounts.yaml', lifecycle: 'phases.yaml', now: new Date(0), randomSeed: 7 });
  await start({ lifecycle: { phases: [{ phase: 'brownout', status: 503, headers: { Date: null } }] } });
  await server.seed({ users: [] });
  await server.restore(await server.snapshot());
  const { id } = server.rules.add(rule);
  server.rules.remove(id);
  await server.lifecycle.set('github');
  server.clock.freeze('2020-11-13T16:00:00Z');
  server.clock.advance('1h');
  const [message] = await server.outbox('mona');
  const code: string | null | undefined = message?.code;
  const match: Match = { method: 'POST', path: { like: '/users/*' }, headers: { Accept: { absent: true } }, body: { json: { name: 'Mona' } } };
  const bin: Bin = server.bin('t1');
  const one: RecordedExchange = await bin.journal.next(match, { within: '2s', until: 'done' });
  const list: RecordedExchange[] = await bin.journal.next(match, { count: 2, after: one });
  bin.journal.verify(match, { min: 1 });
  const stop: () => void = bin.journal.on('done', ({ request }) => void request.headers.get('accept')?.length);
  for await (const { response } of server.journal) if (response?.status === 404) stop();
  server.journal.count({ status: '5xx' });
  const text: string = server.journal.snippet(one, 'curl') + server.journal.har({ match }).log.version + list.length;
  await server.journal.next().catch((error: unknown) => error instanceof JournalTimeout && error.nearest[0]?.score === text.length);
  await server.close();
  return code === null ? [] : server.audit({ deprecatedOnly: true });
}`;

/** Mistakes of users: each line must not compile. */
const WRONG = `
export async function misuse(server: SparringServer): Promise<void> {
${[
  'start({ seed: { usrs: 42 } })',
  "start({ seed: { users: [{ logn: 'mona', password: 'x' }] } })",
  "start({ seed: { users: [{ login: 'mona', password: 'x', two_factor: { method: 'fax' } }] } })",
  'start({ prot: 1 })',
  "start({ port: 'x' })",
  "start({ apiVersion: 'ghes-2.21' })",
  "start({ logLevel: 'info' })",
  'start({ lifecycle: { phase: [] } })',
  "start('x')",
  'server.rules.add({ math: {}, error: { status: 503 } })',
  'server.rules.add({ statu: 503 })',
  "server.lifecycle.set('githup')",
  'server.audit({ loginn: 1 })',
  'server.clock.freze()',
  "server.journal.next({ methd: 'GET' })",
  "server.journal.next({ status: '5x' })",
  'server.journal.next({}, { withn: 1 })',
  "server.journal.all({ path: { lke: '*' } })",
  "server.journal.on('dun', () => {})",
]
  .map((line) => `  // @ts-expect-error\n  await ${line};`)
  .join('\n')}
}`;
