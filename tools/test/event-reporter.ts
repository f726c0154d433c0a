import path from 'node:path';
import type { TestEvent as NodeTestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Outcome, Report, TestEvent } from './protocol.ts';

/** A reporter of Node's test runner that sends the events to the coordinator and prints nothing. */
// biome-ignore lint/style/noDefaultExport: the option --test-reporter takes the default export.
export default async function* sendEvents(source: AsyncIterable<NodeTestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    const reduced = reduce(event);
    const report: Report | undefined = reduced && { kind: 'event', event: reduced };
    if (report) process.send?.(report);
  }
  yield '';
}

function reduce(event: NodeTestEvent): TestEvent | undefined {
  switch (event.type) {
    case 'test:enqueue':
      return event.data.type === 'suite' ? undefined : { type: 'collected' };
    case 'test:start':
      return { type: 'start', name: event.data.name, nesting: event.data.nesting };
    case 'test:pass':
      return { type: 'pass', ...toOutcome(event.data) };
    case 'test:fail': {
      const { error } = event.data.details;
      const failureType = 'failureType' in error ? String(error.failureType) : undefined;
      // Node's test runner wraps what a test throws.
      const cause = error.cause instanceof Error || failureType === 'testCodeFailure' ? error.cause : error;
      return { type: 'fail', ...toOutcome(event.data), error: inspect(cause), failureType };
    }
    case 'test:diagnostic':
      return { type: 'diagnostic', nesting: event.data.nesting, message: event.data.message };
    case 'test:summary':
      return { type: 'summary', success: event.data.success, tests: event.data.counts.tests };
    default:
      return undefined;
  }
}

type FinishedTest = Extract<NodeTestEvent, { type: 'test:pass' | 'test:fail' }>['data'];

function toOutcome(data: FinishedTest): Outcome {
  const { name, nesting, details, file, line, column } = data;
  return {
    name,
    nesting,
    isSuite: details.type === 'suite',
    duration: details.duration_ms,
    location: file === undefined ? '' : `${path.relative(process.cwd(), file)}:${line}:${column}`,
    skip: parseReason(data.skip),
    todo: parseReason(data.todo),
    error: undefined,
    failureType: undefined,
  };
}

function parseReason(directive: string | boolean | undefined): string | undefined {
  if (directive === undefined || directive === false) return undefined;
  return directive === true ? '' : directive;
}
