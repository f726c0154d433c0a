import type { Ending } from '#journal/recording/ending-kinds.ts';
import type { FaultRow } from '../../../tools/reference/fault-rows.ts';
import { transcripts } from './fault-transcripts.ts';
import { frameTranscripts } from './fault-transcripts-http2.ts';

/** A request with a fault: a row of the documentation, and how it is requested. */
export interface FaultCase {
  readonly row: FaultRow;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The status of the response without the fault. */
  readonly status: 200 | 204 | 304;
}

/** What the documentation promises for a case. */
export type ExpectedOutcome = ExpectedFault | { readonly problem: string };

export interface ExpectedFault {
  /** Without the fields of every response; the frames over HTTP/2. */
  readonly sent: string | RegExp | readonly string[];
  readonly end: 'fin' | 'rude' | 'rst' | 'open';
  /** What the journal and the attempt of a lab record. */
  readonly ended: Ending;
}

const REASONS = { 200: 'OK', 204: 'NO CONTENT', 304: 'NOT MODIFIED' } as const;

/** The documented outcome over HTTP/1.1, or the reason of the rejection. */
export function expectHttp1(faultCase: FaultCase, isEncrypted: boolean): ExpectedOutcome {
  const problem = problemOf(faultCase);
  if (problem !== undefined) return { problem };
  const { row, method, status } = faultCase;
  const documented = transcripts[row.fault];
  if (!documented) throw new Error(`There is no transcript of the fault ${row.fault}`);
  const { sent, end, endOverTls, ended } = documented;
  return {
    sent: forcesContent(row) ? sent : withoutContent(withStatus(sent, status), method),
    end: (isEncrypted ? endOverTls : undefined) ?? end,
    ended,
  };
}

/** The documented outcome over HTTP/2, or the reason of the rejection. */
export function expectHttp2(faultCase: FaultCase, isEncrypted: boolean): ExpectedOutcome {
  const { row, method, status } = faultCase;
  if (!row.isOverHttp2) return { problem: 'cannot be carried by HTTP/2' };
  const problem = problemOf(faultCase);
  if (problem !== undefined) return { problem };
  const documented = frameTranscripts[row.fault];
  if (!documented) throw new Error(`There is no transcript of the fault ${row.fault}`);
  const { frames, end, ended } = documented;
  const isWithoutContent = !forcesContent(row) && (method === 'HEAD' || status !== 200);
  const sent = isWithoutContent ? withoutData(frames) : frames;
  return { sent, end: isEncrypted && row.kind.name === 'rude' ? 'rude' : end, ended };
}

/** What the fault requires of method and response. */
function problemOf({ row, method, status }: FaultCase): string | undefined {
  const { kind, variantName } = row;
  if (variantName === 'content-on-head' && method !== 'HEAD') return 'needs the method HEAD';
  if (kind.name === 'extra' && method === 'HEAD') return 'cannot answer HEAD';
  if (status === 200 || variantName === `content-on-${status}`) return undefined;
  if (kind.needsContent) return `needs content, which the status ${status} does not have`;
  return row.place === 'N'
    ? `must not have a place in the content, which the status ${status} does not have`
    : undefined;
}

function forcesContent({ variantName }: FaultRow): boolean {
  return variantName?.startsWith('content-on-') === true;
}

/** The bytes of a response whose status has no content (RFC 9110 §15.3.5, §15.4.5). */
function withStatus(sent: string | RegExp, status: FaultCase['status']): string | RegExp {
  if (status === 200) return sent;
  const line = `1 ${status} ${REASONS[status]}`;
  if (sent instanceof RegExp) return new RegExp(sent.source.replace('1 200 OK', line));
  return sent
    .replace('1 200 OK', line)
    .replace(/(?:Content-Type|X-Content-Type-Options|Content-Length): .*\r\n/g, (field, at: number) =>
      at < sent.indexOf('\r\n\r\n') ? field.slice(field.length) : field,
    )
    .replace('\r\n\r\nhello', '\r\n\r\n');
}

/** The bytes of a response to HEAD (RFC 9110 §9.3.2): the head, with the empty lines before it. */
function withoutContent(sent: string | RegExp, method: FaultCase['method']): string | RegExp {
  if (method !== 'HEAD' || sent instanceof RegExp) return sent;
  return /^(?:\r\n)*[^\r\n][\s\S]*?(?:\r\n\r\n|\n\n)/.exec(sent)?.[0] ?? '';
}

/** Node ends a complete response without content with its HEADERS frame. */
function withoutData(frames: readonly string[]): readonly string[] {
  const isComplete = frames.some((frame) => /^DATA 1 .*END_STREAM$/.test(frame));
  return frames
    .filter((frame) => !frame.startsWith('DATA'))
    .map((frame) => (frame === 'HEADERS 1' && isComplete ? 'HEADERS 1 END_STREAM' : frame));
}
