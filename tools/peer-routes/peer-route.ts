/** The servers that this one is measured against. */
export const peers = {
  psf: 'httpbin',
  go: 'go-httpbin',
  bun: 'httpbun',
  can: 'httpcan',
  mock: 'mockhttp',
  echo: 'Postman Echo',
} as const;

export type Peer = keyof typeof peers;

/**
 * What a client of that peer finds here: no difference; none but what it gains; a difference that is meant; or nothing,
 * which is meant too. `new` is for what no peer has.
 */
export type Verdict = 'same' | 'better' | 'different' | 'not here' | 'new';

export interface PeerRoute {
  /** As the peers document it. */
  readonly route: string;
  /** The path of our endpoint; left out where there is none. */
  readonly ours?: string;
  /** Which file below `src/` shows that ours is as is said here. */
  readonly test?: string;
  readonly verdicts: readonly (readonly [verdict: Verdict, peers: readonly Peer[], why: string])[];
}
