import type { SearchEntry } from './search-entry.ts';
import { splitWords, stemWord } from './words.ts';

/** The sentence of the entry with the most words of the query; the summary, if no sentence has more. */
export function matchingSentence({ summary, text = '' }: SearchEntry, words: readonly string[]): string {
  const stems = words.flatMap(splitWords).map(stemWord);
  const count = (sentence: string) => {
    const stemsOfSentence = new Set(splitWords(sentence).map(stemWord));
    return stems.filter((stem) => stemsOfSentence.has(stem)).length;
  };
  const sentences = [summary, ...text.split(/(?<=[.:?!]) /)].filter((sentence) => sentence !== '');
  const most = Math.max(0, ...sentences.map(count));
  return sentences.find((sentence) => count(sentence) === most) ?? summary;
}

/** A part of a text, and whether it is a word of the query. */
export type MarkedPart = readonly [text: string, isMatch: boolean];

/** Divides a text at the words of the query, so that they can be highlighted. */
export function markWords(text: string, words: readonly string[]): MarkedPart[] {
  const stems = words.flatMap(splitWords).map(stemWord);
  return text.split(/([\p{L}\p{N}]+)/u).map((part, index) => {
    const isWord = index % 2 === 1;
    return [part, isWord && stems.includes(stemWord(part.toLowerCase()))];
  });
}
