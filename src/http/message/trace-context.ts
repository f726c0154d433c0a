/** The trace that a request belongs to (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span of the client that sent the request. */
  readonly spanId: string;
}

/** Members of a log line, in the names of OpenTelemetry. */
export interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

/** Parses the value of `traceparent`. Undefined for an invalid value, which is ignored as the specification requires. */
export function parseTraceParent(value: string | undefined): TraceContext | undefined {
  if (value === undefined || value.length < LENGTH || value.length > MAX_LENGTH) return undefined;
  const [, version, traceId = '', spanId = '', rest = ''] = TRACE_PARENT.exec(value) ?? [];
  // Version 00 has four parts; a later version may have more.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== '')) return undefined;
  if (isZero(traceId) || isZero(spanId)) return undefined;
  return { traceId, spanId };
}

export function toTraceFields(trace: TraceContext | undefined): TraceFields {
  return trace ? { trace_id: trace.traceId, span_id: trace.spanId } : {};
}

/** Length of a value of version 00. */
const LENGTH = 55;

/** Maximum length of a value of a later version. */
const MAX_LENGTH = 512;

const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}
