import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, type TestContext } from 'node:test';
import { observeResponses } from '../../test/support/servers/response-observer.ts';
import { suiteName } from './files.ts';
import type { Order, Report } from './protocol.ts';

/**
 * A process of a test run: imports the files that the coordinator names, each inside a suite with the name of its
 * module, one after the other. The events go to the coordinator through `event-reporter.ts`.
 */
const DRAIN_TIME = 5_000;

const require = createRequire(import.meta.url);
let current = '';

const send = (report: Report) => void process.send?.(report);
const violate = (violation: string) => send({ kind: 'violation', test: current, violation });

process.exit = (code) => {
  violate(`called process.exit(${code ?? ''})`);
  throw new Error('A test must not call process.exit');
};

function checkExitCode(): void {
  if (process.exitCode === undefined) return;
  violate(`left process.exitCode at ${process.exitCode}`);
  process.exitCode = undefined;
}

const responses = observeResponses();

function checkResponses(): void {
  const mismatches = responses.take();
  if (mismatches.length > 0)
    violate(`got responses that do not match the OpenAPI documents:\n- ${mismatches.join('\n- ')}`);
}

/**
 * Node's runner keeps every hook until the process ends, and most hooks keep a server: two thirds of the memory of a process
 * after a hundred files. A hook runs once, so the function is forgotten then.
 */
function forgetHooks(context: TestContext): void {
  const after = context.after.bind(context);
  context.after = (hook, options) => {
    let next: typeof hook = hook;
    after((...args) => {
      const run = next;
      next = undefined;
      return run?.(...args);
    }, options);
  };
}

beforeEach((context) => {
  if ('after' in context) forgetHooks(context);
  current = context.fullName;
  send({ kind: 'started', test: current });
});
afterEach(() => {
  checkExitCode();
  checkResponses();
});

/** For each kind of resource that is open, the first suite after which it was at each check. */
const openSince = new Map<string, string>();

function checkResources(suite: string): void {
  const kinds = new Set(process.getActiveResourcesInfo());
  for (const kind of openSince.keys()) if (!kinds.has(kind)) openSince.delete(kind);
  for (const kind of kinds) if (!openSince.has(kind)) openSince.set(kind, suite);
}

async function runFile(file: string): Promise<void> {
  current = suiteName(file);
  await describe(current, { concurrency: 1 }, () => {
    require(file);
  });
  checkExitCode();
  checkResources(suiteName(file));
  // Connections that ended after their test.
  checkResponses();
  send({ kind: 'finished', file });
}

function end(): void {
  process.off('message', take);
  process.off('disconnect', abort);
  process.channel?.unref();
  // Twice, because a busy machine can run the timer before the last callbacks of a process that is about to exit.
  setTimeout(() => {
    setTimeout(() => {
      const resources = process.getActiveResourcesInfo();
      send({
        kind: 'open-handles',
        resources: resources.map((kind) => `${kind} (since ${openSince.get(kind)})`),
      });
    }, DRAIN_TIME).unref();
  }, DRAIN_TIME).unref();
}

/** Without a coordinator, nothing reads the reports. */
function abort(): void {
  process.kill(process.pid, 'SIGKILL');
}

function take(order: Order): void {
  if (order.kind === 'end') end();
  else void runFile(order.file);
}

process.on('message', take);
process.on('disconnect', abort);
send({ kind: 'ready' });
