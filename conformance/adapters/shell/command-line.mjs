import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Clients that are command-line programs: a process for each request, so each request has a connection of its own. */

/** The head of the last response in bytes that contain only heads. */
export function parseHead(bytes) {
  const blocks = bytes
    .toString('latin1')
    .split(/\r?\n\r?\n/)
    .filter((block) => /^HTTP\//.test(block));
  const [line = '', ...fields] = (blocks.at(-1) ?? '').split(/\r?\n/);
  const status = Number(line.split(' ')[1]);
  const headers = [];
  for (const field of fields) {
    const colon = field.indexOf(':');
    const last = headers.at(-1);
    if (last && /^[ \t]/.test(field)) last[1] += `\r\n${field}`;
    else headers.push([field.slice(0, colon), field.slice(colon + 1).trim()]);
  }
  return status > 0 ? { status, headers } : {};
}

/** The names and versions of libraries, such as `OpenSSL/3.0.19`, in the first line of a program about itself. */
export function versionsIn(line) {
  return Object.fromEntries(
    [...line.matchAll(/ ([A-Za-z][\w-]*)\/(\d[\w.-]*)/g)].map(([, name, version]) => [name, version]),
  );
}

/** Files of the requests, in a folder that `remove` deletes. */
export function createFiles(program) {
  const folder = mkdtempSync(path.join(tmpdir(), `sparring-${program}-`));
  let count = 0;
  return {
    name: (ending) => path.join(folder, ending),
    next: () => ++count,
    read(file) {
      try {
        return readFileSync(file);
      } catch {
        return Buffer.alloc(0);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs the program, and resolves with its exit code and what it wrote. */
export function runProgram(program, args) {
  // An argument cannot contain NUL.
  if (args.some((each) => each.includes('\0')))
    return Promise.resolve({ unsupported: 'an argument of a program cannot contain NUL' });
  return new Promise((resolve) =>
    execFile(program, args, { encoding: 'buffer' }, (error, stdout, stderr) =>
      resolve({
        code: error ? (error.code ?? -1) : 0,
        stdout,
        message: stderr.toString().trim().slice(0, 300),
      }),
    ),
  );
}
