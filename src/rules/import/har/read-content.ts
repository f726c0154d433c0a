import type { Members } from './members.ts';

/** What a recorder has of a body: its text, or its bytes. */
export type RecordedContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** Values of `encoding` that say no more than that the text is text. */
const PLAIN: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8', 'text', 'plain', 'identity']);

/**
 * The text of a body, decoded if it is base64, in requests as in responses.
 * @returns undefined without a text
 * @throws EntryProblem for another encoding.
 */
export function readContent(members: Members): RecordedContent | undefined {
  const text = members.text('text');
  if (text === undefined) return undefined;
  const encoding = (members.text('encoding') ?? '').trim().toLowerCase();
  if (PLAIN.has(encoding)) return { kind: 'text', text };
  if (encoding !== 'base64') throw members.problem('encoding', 'must be base64');
  return { kind: 'bytes', bytes: decodeBase64(text, members) };
}

export function decodeBase64(text: string, members: Members, name = 'text'): Buffer {
  if (!/^[\w+/=\s-]*$/.test(text)) throw members.problem(name, 'must be base64');
  return Buffer.from(text, 'base64');
}
