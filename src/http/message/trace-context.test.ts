import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseTraceParent, toTraceFields } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const known = { traceId: TRACE, spanId: SPAN };

it('reads the trace and the span of a valid traceparent', () => {
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-01`), known);
  assert.deepEqual(parseTraceParent(`01-${TRACE}-${SPAN}-01`), known);
  assert.deepEqual(
    parseTraceParent(`01-${TRACE}-${SPAN}-01-more`),
    known,
    'a later version may have more parts',
  );
});

it('ignores an invalid traceparent', () => {
  const invalid = [
    undefined,
    '',
    'secret',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `01-${TRACE}-${SPAN}-01more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
    // Two fields are joined with a comma.
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`,
  ];
  for (const value of invalid) assert.equal(parseTraceParent(value), undefined, String(value));
});

it('reads a value of up to 512 characters', () => {
  const value = `01-${TRACE}-${SPAN}-01-`;
  assert.deepEqual(parseTraceParent(value.padEnd(512, 'x')), known);
  assert.equal(parseTraceParent(value.padEnd(513, 'x')), undefined);
});

it('has the names of OpenTelemetry in the log', () => {
  assert.deepEqual(toTraceFields(known), { trace_id: TRACE, span_id: SPAN });
  assert.deepEqual(toTraceFields(undefined), {});
});
