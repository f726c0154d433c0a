/** The rows of CSV (RFC 4180), with its first separator: a comma, a semicolon or a tab. */
export function parseCsv(text: string, maxRows: number): string[][] {
  const separator = /[,;\t]/.exec(text.split('\n', 1)[0] ?? '')?.[0] ?? ',';
  const rows: string[][] = [];
  let [row, field, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && field === '') isQuoted = true;
    else if (character === separator) endField();
    else if (character === '\n') endRow();
    else if (character !== '\r' || text.charAt(at + 1) !== '\n') field += character;
  }
  if (rows.length < maxRows && (field !== '' || row.length > 0)) endRow();
  return rows;
}

/** An event of a stream (HTML §9.2.6). */
export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

const MAX_EVENTS = 1000;

/** The complete events of a stream, and the one that its end cuts. */
export function parseSentEvents(text: string): SentEvent[] {
  return text
    .split(/\r?\n\r?\n/, MAX_EVENTS)
    .map((block) => block.split(/\r?\n/))
    .filter((lines) => lines.some((line) => line !== '' && !line.startsWith(':')))
    .map((lines) => ({
      id: fieldsOf(lines, 'id').at(-1) ?? '',
      event: fieldsOf(lines, 'event').at(-1) ?? 'message',
      data: fieldsOf(lines, 'data').join('\n'),
    }));
}

function fieldsOf(lines: readonly string[], name: string): string[] {
  return lines.flatMap((line) => {
    if (line === name) return [''];
    if (!line.startsWith(`${name}:`)) return [];
    const value = line.slice(name.length + 1);
    return [value.startsWith(' ') ? value.slice(1) : value];
  });
}

/** Maximum number of levels that are indented. */
const MAX_INDENT = 40;

/** Elements of HTML without an end tag. */
const VOID = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i;

/**
 * XML or HTML with a line for each tag, indented by its level. It is a text for people: nothing is interpreted, and white space
 * around tags is not that of the document.
 */
export function indentXml(text: string): string {
  const lines: string[] = [];
  let level = 0;
  /** Whether the latest line is a start tag, whose text and end tag can follow on the same line. */
  let isOpen = false;
  const add = (line: string) => lines.push('  '.repeat(Math.min(level, MAX_INDENT)) + line);
  for (const token of tokensOf(text)) {
    const trimmed = token.trim();
    if (trimmed === '') continue;
    if (trimmed.startsWith('</')) {
      level = Math.max(0, level - 1);
      if (isOpen) lines[lines.length - 1] += trimmed;
      else add(trimmed);
      isOpen = false;
    } else if (/^<[^!?]/.test(trimmed)) {
      add(trimmed);
      const isStart = !trimmed.endsWith('/>') && !VOID.test(trimmed);
      if (isStart) level++;
      isOpen = isStart;
    } else if (isOpen && !trimmed.startsWith('<') && !trimmed.includes('\n')) {
      lines[lines.length - 1] += trimmed;
    } else {
      add(trimmed);
      isOpen = false;
    }
  }
  return lines.join('\n');
}

/** Tags, comments, sections of CDATA, and the texts between them. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOf(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

function endOf(text: string, at: number): number {
  if (text.charAt(at) !== '<') {
    const tag = text.indexOf('<', at);
    return tag < 0 ? text.length : tag;
  }
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at);
  return after(text, '>', at);
}

/** The place after the next occurrence, or the end of the text. */
function after(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? text.length : found + wanted.length;
}
