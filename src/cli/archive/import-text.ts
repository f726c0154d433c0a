import type { Static } from 'typebox';
import type { ImportReport } from '#control/operations/rules/rules-import.ts';
import { replaceControls } from '../terminal/table.ts';

/** Maximum number of entries that are named for one reason. */
const MAX_NAMED = 3;

/** What was left out, by reason, and what rules do in another way than the record, by note. */
export function formatImportReport({ left_out: leftOut, notes }: Static<typeof ImportReport>): string {
  const reasons = [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, entries]) => {
    const named = entries
      .slice(0, MAX_NAMED)
      .map(({ entry, method = '', url = '' }) =>
        [`entry ${entry}`, method, clip(url)].filter(Boolean).join(' '),
      );
    const more = entries.length > named.length ? ', …' : '';
    return [entries.length, `${reason}: ${named.join(', ')}${more}`] as const;
  });
  const counted = [...Map.groupBy(notes, ({ note }) => note)].map(
    ([note, each]) => [each.length, note] as const,
  );
  return [
    ...formatSection(`Left out ${count(leftOut.length, 'entry', 'entries')}:`, reasons),
    ...formatSection('In another way than recorded, the rules', counted),
  ].join('');
}

function formatSection(title: string, lines: readonly (readonly [count: number, text: string])[]): string[] {
  if (lines.length === 0) return [];
  const sorted = lines.toSorted(([one], [other]) => other - one);
  return [
    `${title}\n`,
    ...sorted.map(([number, text]) => `${String(number).padStart(6)}  ${replaceControls(text)}\n`),
  ];
}

export function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}

const MAX_URL_LENGTH = 200;

function clip(url: string): string {
  return url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}…` : url;
}
