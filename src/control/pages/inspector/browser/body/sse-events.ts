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
