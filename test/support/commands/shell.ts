import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { compileCache } from './compile-cache.ts';

export interface Shell {
  /** Enters commands, and resolves with their output and the status of the last one, or of the one that failed. */
  type(code: string): Promise<{ readonly text: string; readonly status: number }>;
}

/** A shell that runs blocks of commands in order. It ends with the first command that fails. */
export function openShell(t: TestContext, folder: string, prelude: string): Shell {
  const shell = spawn('sh', ['-eu'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...compileCache() },
  });
  t.after(() => shell.kill('SIGKILL'));
  let printed = '';
  let isEnded = false;
  let watch = () => {};
  const collect = (chunk: Buffer) => {
    printed += chunk.toString('utf8');
    watch();
  };
  shell.stdout.on('data', collect);
  shell.stderr.on('data', collect);
  shell.stdin.on('error', () => {});
  shell.on('close', () => {
    isEnded = true;
    watch();
  });
  shell.stdin.write(`exec 2>&1\n${prelude}\n`);

  return {
    type(code) {
      shell.stdin.write(`${code}\nprintf '\\n%s %d\\n' '${MARK}' $?\n`);
      return new Promise((resolve) => {
        watch = () => {
          const [whole, text = ''] = new RegExp(`^([\\s\\S]*?)\\n?${MARK} 0\\n`).exec(printed) ?? [];
          if (whole !== undefined) {
            printed = printed.slice(whole.length);
            resolve({ text, status: 0 });
          } else if (isEnded) resolve({ text: printed, status: shell.exitCode ?? 1 });
        };
        watch();
      });
    },
  };
}

/** Printed on its own line after the commands. */
const MARK = '--- typed ---';
