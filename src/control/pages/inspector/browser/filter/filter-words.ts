/** A word of the filter. One that is switched off stays beside the others, and selects nothing. */
export interface FilterWord {
  /** With its quotation marks and its minus. */
  readonly text: string;
  readonly isOff: boolean;
}

/** Between words of which one group has to match. */
export const OR = 'OR';

/** The words of a filter, with their quotation marks. */
export function splitFilter(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g) ?? [];
}

/** The filter of the words that are switched on, with `OR` only between words. */
export function formatFilter(words: readonly FilterWord[]): string {
  const groups: string[][] = [[]];
  for (const { text, isOff } of words) {
    if (isOff) continue;
    if (text === OR) groups.push([]);
    else groups.at(-1)?.push(text);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => group.join(' '))
    .join(` ${OR} `);
}

/** The words of a filter, and in their places the words that were switched off and that it does not have. */
export function updateWords(words: readonly FilterWord[], filter: string): readonly FilterWord[] {
  if (formatFilter(words) === filter) return words;
  const updated = splitFilter(filter).map((text) => ({ text, isOff: false }));
  for (const [index, word] of words.entries())
    if (word.isOff && word.text !== OR && !updated.some(({ text }) => text === word.text))
      updated.splice(index, 0, word);
  return updated;
}

/** The words of an entry of the history, which any script of this page can have written. */
export function parseWords(state: unknown): readonly FilterWord[] {
  if (!Array.isArray(state)) return [];
  return state.flatMap((each) =>
    typeof each?.text === 'string' ? [{ text: each.text, isOff: each.isOff === true }] : [],
  );
}
