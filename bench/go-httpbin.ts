import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from '../test/support/wire/wire.ts';
import { type MeasuredServer, measureProcess } from './process.ts';
import type { CertificateFiles } from './with-server.ts';

const run = promisify(execFile);

/** The variable that names a ready program of go-httpbin. */
const GO_HTTPBIN = 'GO_HTTPBIN';

/** The folder of a main file that serves the package of go-httpbin. */
export const goFolder = path.join(import.meta.dirname, 'peers/go');

/** Programs of other projects, which git ignores. */
const cacheFolder = path.join(import.meta.dirname, '../build/bench');

export type GoHttpbin =
  | { readonly program: string /** With its version and that of Go. */; readonly name: string }
  | { readonly skipped: string };

/** The ready program, or one that the Go of this machine builds. */
export async function findGoHttpbin(): Promise<GoHttpbin> {
  const ready = process.env[GO_HTTPBIN];
  if (ready) return { program: ready, name: `${await nameOf(ready)}, from ${GO_HTTPBIN}` };
  const program = path.join(cacheFolder, 'go-httpbin');
  try {
    // Without GOTOOLCHAIN, an old Go would download a newer one.
    const env = { ...process.env, GOTOOLCHAIN: 'local' };
    await run('go', ['build', '-o', program, '.'], { cwd: goFolder, env });
  } catch (error) {
    const { code, message } = Object(error);
    const skipped = code === 'ENOENT' ? `go is not installed, and ${GO_HTTPBIN} names no program` : message;
    return { skipped };
  }
  return { program, name: await nameOf(program) };
}

async function nameOf(program: string): Promise<string> {
  const { stdout } = await run('go', ['version', '-m', program]).catch(() => ({ stdout: '' }));
  return parseVersion(stdout);
}

/** The versions in the output of `go version -m`. */
export function parseVersion(output: string): string {
  const go = /: (go\S+)/.exec(output)?.[1];
  const module = /^\s*(?:mod|dep)\s+\S+\/go-httpbin\/v2\s+(\S+)/m.exec(output)?.[1];
  return go && module ? `go-httpbin ${module} (${go})` : 'go-httpbin';
}

/** Starts go-httpbin on one core, as Node has one thread for requests. */
export async function startGoHttpbin(
  program: string,
  certificate?: CertificateFiles,
): Promise<Pick<MeasuredServer, 'port' | 'cpuSeconds' | 'stop'>> {
  const port = await freePort();
  const { tlsCert, tlsKey } = certificate ?? {};
  const secure = tlsCert && tlsKey ? ['-https-cert-file', tlsCert, '-https-key-file', tlsKey] : [];
  const child = spawn(program, ['-host', '127.0.0.1', '-port', String(port), ...secure], {
    stdio: 'ignore',
    env: { ...process.env, GOMAXPROCS: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt === 100 || child.exitCode !== null) throw new Error(`${program} does not listen`);
    await sleep(100);
  }
  const stop = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { port, cpuSeconds: measureProcess(child.pid ?? 0).cpuSeconds, stop };
}

/** A server with TLS responds 400 to this request. */
function isListening(port: number): Promise<boolean> {
  return request(port, { path: '/get' }).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
