import { spawn } from 'node:child_process';
import path from 'node:path';
import { installPython } from './python-environment.ts';

/** The locked packages: httpbin of PyPI, and gunicorn. */
export const HTTPBIN_LOCK = path.join(import.meta.dirname, '../../../bench/peers/python/requirements.txt');

const WORDS = ['-b', '127.0.0.1:0', '-k', 'gevent', '-w', '1', 'httpbin:app'];

/** httpbin in its own processes. */
export interface Gunicorn {
  readonly port: number;
  /** The process that manages the worker. */
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Starts the locked httpbin under gunicorn on a free port of loopback; undefined if it cannot be installed.
 * @param signal - ends the installation
 */
export async function openGunicorn(signal?: AbortSignal): Promise<Gunicorn | undefined> {
  const python = await installPython('httpbin', HTTPBIN_LOCK, signal);
  if (python === undefined) return undefined;

  const child = spawn(python, ['-m', 'gunicorn', ...WORDS], { stdio: ['ignore', 'ignore', 'pipe'] });
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
