import { spawn, spawnSync } from 'node:child_process';

const APPLICATION = ['-k', 'gevent', '-w', '1', 'httpbin:app'];

/** httpbin in its own processes. */
export interface Gunicorn {
  readonly port: number;
  /** The process that manages the worker. */
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Starts httpbin under gunicorn on a free port of loopback; undefined if one of them is not installed.
 * @param program by default that of Debian.
 */
export async function openGunicorn(program = 'gunicorn'): Promise<Gunicorn | undefined> {
  const check = spawnSync(program, ['--check-config', ...APPLICATION], { timeout: 30_000 });
  if (check.status !== 0) return undefined;

  const child = spawn(program, ['-b', '127.0.0.1:0', ...APPLICATION], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = () => {
    child.kill('SIGTERM');
    return ended;
  };
  try {
    const port = await new Promise<number>((resolve, reject) => {
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString('utf8');
        // The worker, which responds, starts after the listener.
        const listening = /Listening at: http:\/\/127\.0\.0\.1:(\d+)[\s\S]*Booting worker/.exec(log)?.[1];
        if (listening !== undefined) resolve(Number(listening));
      });
      ended.then(() => reject(new Error(`gunicorn ended: ${log}`)));
    });
    return { port, pid: child.pid ?? 0, close };
  } catch (error) {
    await close();
    throw error;
  }
}
