import type { CasePort } from '../case-port/case-port.ts';
import { maskCredentials, maskField } from './mask.ts';

/** A request as the suite read it from the bytes of a connection. */
export interface JournalEntry {
  readonly port: string;
  readonly connection: number;
  readonly ms: number;
  readonly method: string;
  readonly target: string;
  readonly fields: [string, string][];
  readonly trailers?: [string, string][];
  readonly framing: 'none' | 'length' | 'chunked';
  readonly content: { readonly length: number; readonly sha256: string };
  readonly isComplete: boolean;
  /** What RFC 9112 forbids in it. */
  readonly problems?: string[];
}

const MAX_REQUESTS = 20;

/** The first requests of a case in the order of their arrival, without credentials. */
export function buildJournal(ports: ReadonlyMap<string, CasePort>): JournalEntry[] {
  const entries = [...ports.values()].flatMap(({ name, connections }) =>
    connections.flatMap(({ number, requests }) =>
      requests.map(({ at, method, target, fields, trailers, framing, content, isComplete, problems }) => ({
        port: name,
        connection: number,
        ms: at,
        method,
        target: maskCredentials(target),
        fields: fields.map(maskField),
        ...(trailers.length > 0 && { trailers: trailers.map(maskField) }),
        framing,
        content,
        isComplete,
        ...(problems.length > 0 && { problems: [...problems] }),
      })),
    ),
  );
  return entries.sort((one, other) => one.ms - other.ms).slice(0, MAX_REQUESTS);
}
