/** What is wrong with the value of a word, as it follows the word in a refusal: `must be …`, `cannot be …`. */
export class WordError extends Error {}
