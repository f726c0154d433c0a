import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createRuntime } from '#runtime.ts';
import { startServer } from '#server/server.ts';

/**
 * Counts what one request costs in `src` and in the dependencies: calls of functions, by V8's precise coverage, and
 * objects that functions allocate, by V8's allocation tracker. Unlike times, the numbers do not depend on the machine.
 * Usage: `node bench/measurements/calls.ts [PATH [JOURNAL [--list]]]`, by default `/status/200` without a journal.
 */
const [target = '/status/200', journal = '0', list] = process.argv.slice(2);
const REQUESTS = 1000;
const PARTS = ['src', 'node_modules'];
const root = path.join(import.meta.dirname, '../..');
const server = await startServer({
  runtime: createRuntime(),
  log: { info() {}, warn() {}, error: console.error },
  port: 0,
  journal: Number(journal),
});
const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
const fields = `Host: 127.0.0.1:${server.port}\r\nUser-Agent: calls\r\nAccept: */*\r\n`;
const session = new Session();
session.connect();

async function send(): Promise<void> {
  for (let index = 0; index < REQUESTS; index++) {
    socket.write(`GET ${target} HTTP/1.1\r\n${fields}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
  }
}

/** Prints how often the functions of each part occur, for each request. */
function print(what: string, found: Iterable<readonly [url: string, name: string, count: number]>): void {
  for (const part of PARTS) {
    const counts = new Map<string, number>();
    for (const [url, name, count] of found) {
      const file = path.relative(root, url.replace('file://', ''));
      const place = `${file} ${name || '(anonymous)'}`;
      if (file.startsWith(part)) counts.set(place, (counts.get(place) ?? 0) + count);
    }
    // Work that is not done for each request, such as the removal of old entries of the journal.
    for (const [place, count] of counts) if (count < REQUESTS) counts.delete(place);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${what} in ${part}: ${(total / REQUESTS).toFixed(1)}, in ${counts.size} functions`);
    if (list !== undefined)
      for (const [place, count] of [...counts].sort(([, one], [, other]) => other - one))
        console.log(`${(count / REQUESTS).toFixed(1).padStart(8)} ${place}`);
  }
}

await send();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await send();
const { result } = await session.post('Profiler.takePreciseCoverage');
await session.post('Profiler.stopPreciseCoverage');
print(
  'Calls',
  result.flatMap(({ url, functions }) =>
    functions.map(({ functionName, ranges }) => [url, functionName, ranges[0]?.count ?? 0] as const),
  ),
);

/** The members of a heap snapshot that describe allocations. */
interface Snapshot {
  readonly strings: readonly string[];
  /** Groups of six: the name is at 1, and that of the script at 2. */
  readonly trace_function_infos: readonly number[];
  /** Groups of five: the function is at 1, its allocations at 2, and the calls of it at 4. */
  readonly trace_tree: readonly unknown[];
}

let chunks = '';
session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => {
  chunks += params.chunk;
});
await session.post('HeapProfiler.startTrackingHeapObjects', { trackAllocations: true });
await send();
await session.post('HeapProfiler.stopTrackingHeapObjects', { reportProgress: false });
const { strings, trace_function_infos: infos, trace_tree: tree }: Snapshot = JSON.parse(chunks);
const allocations: (readonly [string, string, number])[] = [];
const collect = (nodes: readonly unknown[]) => {
  for (let at = 0; at < nodes.length; at += 5) {
    const info = Number(nodes[at + 1]) * 6;
    const [name = '', url = ''] = [strings[infos[info + 1] ?? 0], strings[infos[info + 2] ?? 0]];
    allocations.push([url, name, Number(nodes[at + 2])]);
    const calls = nodes[at + 4];
    if (Array.isArray(calls)) collect(calls);
  }
};
collect(tree);
print('Allocations', allocations);
socket.destroy();
session.disconnect();
await server.close();
