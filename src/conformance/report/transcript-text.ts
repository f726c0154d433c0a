import type { CaseReport } from './report.ts';

type Line = NonNullable<CaseReport['transcript']>[number];

/** The events of the connections of a case, one after the other. */
export function transcriptText(lines: readonly Line[]): string {
  return lines.map(lineText).join('\n');
}

export function lineText({ port, connection, from, ms, text, base64, end, cut }: Line): string {
  const arrow = from === 'client' ? '→ server' : '← server';
  const content = end ?? (text === undefined ? `base64 ${base64}` : visible(text));
  return `${String(ms).padStart(7)} ms  ${port}${connection} ${arrow}  ${content}${cut ? ` … ${cut} more bytes` : ''}`;
}

/** Line ends as symbols. */
function visible(text: string): string {
  return text.replaceAll('\r', '␍').replaceAll('\n', '␊');
}
