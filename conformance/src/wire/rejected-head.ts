import { type Field, hasField, strip } from '../server.ts';

/** What the bytes of a head say. Texts are Latin-1. */
export interface WireHead {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly fields: readonly Field[];
  readonly framing: 'none' | 'length' | 'chunked';
}

/**
 * Finds the end of a head that the decoder rejects: a blank line whose line ends can lack their CR.
 * @returns the head without the blank line, and the index behind it
 */
export function findHead(text: string): { readonly head: string; readonly end: number } | undefined {
  const [{ length: start } = ''] = /^(?:\r?\n)*/.exec(text) ?? [];
  const blank = /\r?\n\r?\n/.exec(text.slice(start));
  if (!blank) return undefined;
  const end = start + blank.index;
  return { head: text.slice(start, end), end: end + blank[0].length };
}

/**
 * Reads a head that the decoder rejects, line by line: the user of the suite sees what the client has sent, and rules look for a line or
 * a name that should not be there. Nothing else is concluded from it.
 */
export function readRejectedHead(head: string): WireHead {
  const [start = '', ...lines] = head.split(/\r?\n/);
  const [, method = start.split(' ')[0] ?? '', target = '', version = ''] =
    /^(\S*) (.*) (HTTP\/\d\.\d)$/.exec(start) ?? [];
  const fields = lines.map(readField);
  return { method, target, version, fields, framing: framingOf(fields) };
}

function readField(line: string): Field {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  return [line.slice(0, colon), strip(line.slice(colon + 1), ' \t')];
}

function framingOf(fields: readonly Field[]): WireHead['framing'] {
  if (hasField(fields, 'Transfer-Encoding')) return 'chunked';
  return hasField(fields, 'Content-Length') ? 'length' : 'none';
}
