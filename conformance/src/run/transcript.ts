import type { CasePort } from '../case-port/case-port.ts';
import { maskCredentials } from './mask.ts';

/** One event of a connection. Bytes that are not printable are base64. */
export interface TranscriptLine {
  readonly port: string;
  readonly connection: number;
  readonly from: 'client' | 'server';
  readonly ms: number;
  readonly text?: string;
  readonly base64?: string;
  readonly end?: 'FIN' | 'RST';
  /** Number of bytes that were left out. */
  readonly cut?: number;
}

/** Bytes of one event in a report. */
const MAX_EVENT_BYTES = 4096;
const MAX_LINES = 200;

/** The events of all connections of a case in the order of their times, with masked credentials. */
export function buildTranscript(ports: ReadonlyMap<string, CasePort>): TranscriptLine[] {
  const lines = [...ports.values()].flatMap(({ name, connections }) =>
    connections.flatMap(({ number, entries, ends }): TranscriptLine[] => [
      ...entries.map(({ from, ms, bytes, cut }) => ({
        port: name,
        connection: number,
        from,
        ms,
        ...toText(bytes.subarray(0, MAX_EVENT_BYTES)),
        ...(cut + Math.max(0, bytes.length - MAX_EVENT_BYTES) > 0 && {
          cut: cut + Math.max(0, bytes.length - MAX_EVENT_BYTES),
        }),
      })),
      ...ends.map(({ by, how, ms }) => ({ port: name, connection: number, from: by, ms, end: how })),
    ]),
  );
  return lines.sort((one, other) => one.ms - other.ms).slice(0, MAX_LINES);
}

function toText(bytes: Buffer): { text: string } | { base64: string } {
  const text = maskCredentials(bytes.toString('latin1'));
  return /^[\t\r\n\x20-\x7e]*$/.test(text)
    ? { text }
    : { base64: Buffer.from(text, 'latin1').toString('base64') };
}
