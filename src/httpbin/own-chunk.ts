/**
 * Resolves when what was written is on its way. Node holds back what is written in one go and joins it, so that pieces
 * which nothing was waited for in between would not be the chunks that were asked for.
 */
export function ownChunk(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
