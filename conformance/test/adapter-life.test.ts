import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Cleanup, temporaryFolder } from '../../test/support/commands/command.ts';
import { AdapterError } from '../src/adapter/adapter-error.ts';
import { createRuntime, type Runtime } from '../src/server.ts';
import { type ConformanceOptions, runConformance } from '../src/suite/conformance.ts';

const SYNTHETIC = [process.execPath, path.join(import.meta.dirname, 'synthetic-adapter.ts')];

/** A program of JavaScript as an adapter. It appends its process id to a file. */
async function program(t: Cleanup, source: string): Promise<{ command: string[]; pids: string }> {
  const folder = await temporaryFolder(t);
  const [file, pids] = [path.join(folder, 'adapter.mjs'), path.join(folder, 'pids')];
  await writeFile(pids, '');
  await writeFile(
    file,
    `import { spawn } from 'node:child_process';
    import { appendFileSync, readFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const note = (pid) => appendFileSync(${JSON.stringify(pids)}, pid + '\\n');
    note(process.pid);
    // A client that is a program of its own, and does not end by itself.
    const startClient = () => note(spawn('sh', ['-c', 'trap "" TERM; sleep 600'], { stdio: 'ignore' }).pid);
    const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    ${source}`,
  );
  return { command: [process.execPath, file], pids };
}

/** The processes of a program, and of the clients that it started, that still run. */
async function runningOf(pids: string): Promise<number[]> {
  const all = (await readFile(pids, 'utf8')).trim().split('\n').map(Number);
  assert.ok(all.length > 0);
  const running = await Promise.all(all.map(isRunning));
  return all.filter((_, index) => running[index]);
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended keeps its number until its parent asks for the exit code.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(status);
}

/** A runtime whose limits pass so many times faster. */
function faster(factor: number): Runtime {
  const runtime = createRuntime();
  return { ...runtime, timeout: (milliseconds, action) => runtime.timeout(milliseconds / factor, action) };
}

function run(adapter: string[], options: Partial<ConformanceOptions>, runtime = createRuntime()) {
  return runConformance({ ...options, adapter }, runtime);
}

describe('an adapter without an end', () => {
  it('that never says hello is ended after 30 s, with an error that says so', async (t) => {
    const { command, pids } = await program(
      t,
      `startClient(); process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6);`,
    );
    await assert.rejects(
      run(command, { only: ['control.get'] }, faster(10)),
      (error) => error instanceof AdapterError && /did not answer hello within 30 s/.test(error.message),
    );
    assert.deepEqual(await runningOf(pids), []);
  });

  it('that hangs in every case is started 20 times, and leaves no process', async (t) => {
    const { command, pids } = await program(
      t,
      `startClient();
      process.on('SIGTERM', () => {});
      for await (const line of createInterface({ input: process.stdin })) {
        const q = JSON.parse(line);
        if (q.hello) say({ hello: 1, client: 'hangs', version: '1' });
        else if (q.case === 'control.get') {
          const response = await fetch(q.url);
          say({ id: q.id, status: 200, headers: [], body: Buffer.from(await response.arrayBuffer()).toString('base64') });
        }
      }`,
    );
    await assert.rejects(
      run(command, { group: ['status', 'field'] }, faster(20)),
      (error) =>
        error instanceof AdapterError &&
        /ended 20 times without an outcome between, at last in the case \S+ \(no outcome before the deadline\)\.$/.test(
          error.message,
        ),
    );
    assert.deepEqual(await runningOf(pids), []);
  });
});

describe('a process of an adapter', () => {
  it('for each session has the same results as one that stays', async (t) => {
    const only = ['control.*', 'connection.close', 'cookie.session-apart'];
    const stays = await run(SYNTHETIC, { only });
    const sessions = await run(SYNTHETIC, { only, process: 'session' });
    const results = ({ cases }: typeof stays) => cases.map(({ id, result, value }) => [id, result, value]);
    assert.deepEqual(results(sessions), results(stays));
    assert.ok(sessions.cases.every(({ result }) => result === 'pass' || result === 'value'));
    t.diagnostic(`${sessions.ms} ms`);
  });

  it('for each request has it in a variable, and prints the outcome last', async (t) => {
    const { command, pids } = await program(
      t,
      `const q = JSON.parse(process.env.SPARRING_REQUEST);
      if (q.hello) say({ hello: 1, client: 'once', version: '2', parallel: 4 });
      else try {
        const response = await fetch(q.url, { method: q.method, redirect: 'manual' });
        console.log('a line that is no outcome');
        say({ status: response.status, headers: [], body: Buffer.from(await response.arrayBuffer()).toString('base64') });
      } catch { say({ error: 'other' }); }`,
    );
    const only = ['control.get', 'control.head', 'control.session', 'body.truncated.head'];
    const report = await run(command, { only, process: 'request' });
    assert.deepEqual(
      report.cases.map(({ id, result }) => [id, result]),
      [
        ['control.get', 'pass'],
        ['control.head', 'pass'],
        ['control.session', 'unsupported'],
        ['body.truncated.head', 'pass'],
      ],
    );
    assert.equal(report.client.name, 'once');
    assert.ok(report.noise.lines >= 3);
    assert.deepEqual(await runningOf(pids), []);
  });

  it('for each request that ends without an outcome is a crash', async (t) => {
    const { command } = await program(
      t,
      `const q = JSON.parse(process.env.SPARRING_REQUEST);
      if (!q.hello) { await fetch(q.url); process.exit(9); }`,
    );
    const report = await run(command, { only: ['control.get'], process: 'request' }).catch((error) => error);
    assert.ok(report instanceof AdapterError, 'no request was answered');
    const unknown = run(['no-such-command-of-sparring'], { process: 'request' });
    await assert.rejects(unknown, /there is no command no-such-command-of-sparring/);
  });
});
