import {
  buildTranscript,
  type ConformanceCase,
  createCasePorts,
  lineText,
  type OpenCase,
  openCommand,
  type Step,
} from '@sparring/conformance';
import { createRuntime } from '#runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { reportFailure } from './exit-codes.ts';
import { findCase } from './list.ts';

const POLL_MS = 200;

/** Serves the ports of one case until SIGINT, and prints what happens on their connections. */
export async function serveCommand(id: string, terminal: Terminal): Promise<void> {
  const declared = findCase(id);
  await serve(declared, terminal).catch((error) => process.exit(reportFailure(error, terminal)));
}

async function serve(declared: ConformanceCase, terminal: Terminal): Promise<void> {
  const runtime = createRuntime();
  const casePorts = await createCasePorts({ runtime });
  const opened = await openCommand({ command: '', args: [] }, casePorts.ca, terminal.variables);
  const open = await casePorts.open(
    declared.serve,
    declared.ask.flatMap(({ url = '', proxy = '' }) => [url, proxy]),
  );
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  for (const step of declared.ask) terminal.print(`${formatStep(step, open.fill)}\n`);
  if (declared.supports.includes('ca')) terminal.print(`certificate authority: ${opened.command.caFile}\n`);
  terminal.print(`expected: ${declared.expect.text}\nStop with Ctrl+C.\n`);
  for (let printed = 0; !isStopped; ) {
    const lines = buildTranscript(open.ports);
    for (const line of lines.slice(printed)) terminal.print(`${lineText(line)}\n`);
    printed = lines.length;
    await runtime.wait(POLL_MS);
  }
  await open.close();
  await opened.close();
  await casePorts.close();
}

/** A request of the case as a user types it. */
function formatStep(
  { url = 'http://{a}/', method = 'GET', headers = [], proxy }: Step,
  fill: OpenCase['fill'],
): string {
  const fields = headers.map(([name, value]) => `  ${JSON.stringify(`${name}: ${fill(value)}`)}`);
  return [
    `${method} ${fill(url)}`,
    ...fields,
    ...(proxy === undefined ? [] : [`  by the proxy ${fill(proxy)}`]),
  ].join('\n');
}
