/** A worker that has ended, and the ids between which its entries are missing. */
export interface LostEntries {
  readonly worker: number;
  readonly from: number;
  readonly to: number;
}

/** The sentence about them for users of the journal. */
export function describeLostEntries({ worker, from, to }: LostEntries): string {
  return `Worker ${worker} has ended; its requests from #${from} to #${to} are lost.`;
}
