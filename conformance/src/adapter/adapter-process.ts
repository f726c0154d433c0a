import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { matches, type Runtime } from '../server.ts';
import { AdapterError } from './adapter-error.ts';
import { Hello, SUITE_VERSION } from './messages.ts';
import { killGroup } from './process-group.ts';

export interface AdapterCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The certificate authority of the suite: in PEM, and the name of a file with it. */
  readonly ca: string;
  readonly caFile: string;
}

/** What one adapter process sends to its owner. */
export interface AdapterListener {
  /** A line with an `id`. */
  line(value: Readonly<Record<string, unknown>>): void;
  /** Any other line. */
  noise(line: string): void;
  /** The process has ended. Called once. */
  ended(how: string): void;
}

const START_LIMIT_MS = 30_000;
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;
const KILL_AFTER_MS = 1000;

/** One process of an adapter, which speaks JSON lines. */
export class AdapterProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #runtime: Runtime;
  readonly #listener: AdapterListener;
  readonly #hello = Promise.withResolvers<Hello>();
  readonly #exited = Promise.withResolvers<void>();
  #pending = '';
  #stderr = '';
  #isEnded = false;

  private constructor(given: AdapterCommand, listener: AdapterListener, runtime: Runtime) {
    this.#runtime = runtime;
    this.#listener = listener;
    this.#child = spawn(given.command, given.args, {
      env: given.variables,
      stdio: 'pipe',
      // A group of its own, which is killed with all its children.
      detached: process.platform !== 'win32',
    });
    const { stdout, stderr, stdin } = this.#child;
    stdin.on('error', () => {});
    stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR_BYTES);
    });
    this.#child.on('error', ({ code }: NodeJS.ErrnoException) =>
      this.#end(
        code === 'ENOENT' ? `there is no command ${given.command}` : `it cannot be started (${code})`,
      ),
    );
    this.#child.on('close', (code, signal) =>
      this.#end(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  }

  /** @throws AdapterError when the adapter does not start, or its first line is not a valid `hello` within 30 s. */
  static async start(
    given: AdapterCommand,
    listener: AdapterListener,
    runtime: Runtime,
  ): Promise<{ readonly process: AdapterProcess; readonly hello: Hello }> {
    const started = new AdapterProcess(given, listener, runtime);
    started.send({ hello: 1, suite: SUITE_VERSION, ca: given.ca, caFile: given.caFile });
    const cancel = runtime.timeout(START_LIMIT_MS, () =>
      started.#hello.reject(
        new AdapterError(`The adapter did not answer hello within ${START_LIMIT_MS / 1000} s.`),
      ),
    );
    try {
      return { process: started, hello: await started.#hello.promise };
    } catch (error) {
      await started.kill();
      throw error;
    } finally {
      cancel();
    }
  }

  get stderr(): string {
    return this.#stderr;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  send(message: object): void {
    if (!this.#isEnded && this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the input, and kills the process if it does not end then. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const cancel = this.#runtime.timeout(KILL_AFTER_MS, () => void this.kill());
    await this.#exited.promise;
    cancel();
    killGroup(this.#child.pid, 'SIGKILL');
  }

  /** Ends the process and its children: SIGTERM, and SIGKILL one second later. */
  async kill(): Promise<void> {
    if (this.#isEnded) return;
    killGroup(this.#child.pid, 'SIGTERM');
    const cancel = this.#runtime.timeout(KILL_AFTER_MS, () => killGroup(this.#child.pid, 'SIGKILL'));
    await this.#exited.promise;
    cancel();
    killGroup(this.#child.pid, 'SIGKILL');
  }

  #read(text: string): void {
    const lines = (this.#pending + text).split('\n');
    this.#pending = lines.pop() ?? '';
    if (this.#pending.length > MAX_LINE_BYTES) {
      this.#listener.noise(`${this.#pending.slice(0, 200)}…`);
      this.#pending = '';
    }
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    const value = parseObject(line);
    if (value?.hello !== undefined) this.#takeHello(value);
    else if (value && Number.isInteger(value.id)) this.#listener.line(value);
    else if (line.trim() !== '') this.#listener.noise(line);
  }

  #takeHello(value: Readonly<Record<string, unknown>>): void {
    if (!matches(Hello, value))
      this.#hello.reject(
        new AdapterError('The first line of the adapter must have hello, client and version.'),
      );
    else if (value.hello !== 1)
      this.#hello.reject(
        new AdapterError(`The adapter speaks version ${value.hello} of the protocol; this suite speaks 1.`),
      );
    else this.#hello.resolve(value);
  }

  #end(how: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const lines = this.#stderr.trim().split('\n');
    // Node prints its version behind the error.
    const last = lines.findLast((line) => /^\S*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? '';
    const end = last === '' ? how : `${how}: ${last.slice(0, 300)}`;
    this.#hello.reject(new AdapterError(`The adapter ended before its first line (${end}).`));
    // A process without a reader of the promise must not fail the runner.
    this.#hello.promise.catch(() => {});
    this.#exited.resolve();
    this.#listener.ended(end);
  }
}

/** The object of a line of JSON. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
