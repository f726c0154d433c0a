import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { PYTHON } from './installed.ts';

/** Runs code that sends requests, and resolves when it has received the responses. */
export type SnippetRunner = (code: string) => Promise<void>;

export type RunnerName = 'shell' | 'node' | 'python' | 'httpie';

/**
 * A process that runs snippets of one kind, one after the other: a process for each would take longer than its request.
 * After each, it writes a byte to the file descriptor 3. The first that fails ends the process.
 */
export function startSnippetRunner(
  t: TestContext,
  name: RunnerName,
  env: Readonly<Record<string, string>> = {},
): SnippetRunner {
  const { command, parameters, encode } = RUNNERS[name];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, parameters, {
    env: { PATH, HOME, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const closed = once(child, 'close');
  // The stream of a pipe for output of the child.
  const finished = child.stdio[3];
  // After a failed snippet, the process does not read the rest.
  child.stdin.on('error', () => {});
  t.after(async () => {
    child.stdin.end();
    await closed;
  });
  return async (code) => {
    const done = finished && once(finished, 'data');
    child.stdin.write(encode(code));
    const failed = closed.then(async ([status]) => {
      throw new Error(`the process ended with ${status}\n${code}\n${Buffer.concat(await output)}`);
    });
    await Promise.race([done, failed]);
  };
}

interface Runner {
  readonly command: string;
  readonly parameters: readonly string[];
  encode(code: string): string;
}

const formatLine = (code: string) => `${JSON.stringify(code)}\n`;

/** Imports each line as a module. The responses of `node:http` end after the module. */
const RUN_MODULES = `
  import { subscribe } from 'node:diagnostics_channel';
  import { writeSync } from 'node:fs';
  import http from 'node:http';
  import https from 'node:https';
  import { createInterface } from 'node:readline';

  const requests = [];
  let count = 0;
  subscribe('http.client.request.created', ({ request }) => {
    requests.push(new Promise((resolve) => request.on('close', resolve)));
  });
  for await (const line of createInterface({ input: process.stdin })) {
    // A module is evaluated once for each URL.
    await import('data:text/javascript,' + encodeURIComponent(JSON.parse(line)) + '#' + count++);
    await Promise.all(requests.splice(0));
    for (const { globalAgent } of [http, https]) globalAgent.destroy();
    writeSync(3, '.');
  }`;

const RUN_SCRIPTS = `
import json, os, sys
for line in sys.stdin:
    exec(compile(json.loads(line), "snippet", "exec"), {})
    os.write(3, b".")
`;

/** The shell reads the command line, and passes the arguments and the content to HTTPie in this process. */
const RUN_HTTPIE = `
import io, json, os, subprocess, sys, tempfile
from httpie.context import Environment
from httpie.core import main
COMMAND = r'''http() { printf '%s\\0' $# "$@"; cat; }
'''
for line in sys.stdin:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as script:
        script.write(COMMAND + json.loads(line))
        script.flush()
        run = subprocess.run(["sh", script.name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
    count, _, rest = run.stdout.partition(b"\\0")
    *arguments, content = rest.split(b"\\0", int(count))
    stdin = io.TextIOWrapper(io.BytesIO(content))
    status = main([b"http", *arguments], Environment(stdin=stdin, stdin_isatty=False))
    if status != 0:
        sys.exit(int(status))
    os.write(3, b".")
`;

const RUNNERS: Readonly<Record<RunnerName, Runner>> = {
  shell: { command: 'sh', parameters: ['-e'], encode: (code) => `${code}\nprintf . >&3\n` },
  node: {
    command: process.execPath,
    parameters: ['--input-type=module', '--eval', RUN_MODULES],
    encode: formatLine,
  },
  python: { command: PYTHON, parameters: ['-c', RUN_SCRIPTS], encode: formatLine },
  httpie: { command: PYTHON, parameters: ['-c', RUN_HTTPIE], encode: formatLine },
};
