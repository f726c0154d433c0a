import type { CaseReport } from './report.ts';

type Line = NonNullable<CaseReport['transcript']>[number];

/** The events of the connections of a case, one after the other. */
export function transcriptText(lines: readonly Line[]): string {
  return lines.map(lineText).join('\n');
}

/** One event. Each line of a message has a line of its own, with its end as symbols. */
export function lineText({ port, connection, from, ms, text, base64, end, cut }: Line): string {
  const arrow = from === 'client' ? '→ server' : '← server';
  const start = `${String(ms).padStart(7)} ms  ${port}${connection} ${arrow}  `;
  const content = end ?? (text === undefined ? `base64 ${base64}` : visible(text));
  const lines = `${content}${cut ? ` … ${cut} more bytes` : ''}`.split(/(?<=␊)(?!$)/);
  return start + lines.join(`\n${' '.repeat(start.length)}`);
}

function visible(text: string): string {
  return text.replaceAll('\r', '␍').replaceAll('\n', '␊');
}
