/** A sentence of a clause, word by word, and the cases that rest on it: all of the clause, or those of the pattern. */
export interface ClauseQuote {
  readonly clause: string;
  readonly cases?: RegExp;
  readonly quote: string;
  /** Why a case of level R rests on a sentence without MUST, or one of level S on a sentence without SHOULD. */
  readonly because?: string;
}
