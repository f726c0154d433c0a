/** The servers that this one is compared with. */
export type Peer = 'httpbin' | 'go-httpbin' | 'httpbun' | 'httpcan' | 'mockhttp' | 'Postman Echo';

/**
 * - `same`: no observable difference except the one in the reason.
 * - `better`: the same behaviour, and in addition what the reason says.
 * - `different`: an intended difference.
 */
export type Verdict = 'same' | 'better' | 'different';

/** The route is given where the path of the peer differs from the path of the endpoint. */
export type PeerComparison = readonly [verdict: Verdict, reason: string, route?: string];

/** How an endpoint compares with the endpoints of peers. A peer without a member has no such route. */
export interface Comparison extends Readonly<Partial<Record<Peer, PeerComparison>>> {
  /** What the endpoint is for, where no peer has one like it. */
  readonly new?: string;
}
