/** A call that changes the state, after which the page reads the state again. */
export type Change = (path: string, method: string, body?: unknown) => Promise<void>;
