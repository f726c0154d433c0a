/** The servers that this one is compared with. */
export type Peer = 'httpbin' | 'go-httpbin' | 'httpbun' | 'httpcan' | 'mockhttp' | 'Postman Echo';

/**
 * - `same`: no observable difference except the one in the reason.
 * - `better`: the same behaviour, plus the addition that the reason describes.
 * - `different`: an intended difference.
 */
export type Verdict = 'same' | 'better' | 'different';

/** The route is given where the path of the peer differs from the path of the endpoint. */
export type PeerComparison = readonly [verdict: Verdict, reason: string, route?: string];

/** How an endpoint compares with the endpoints of peers. A peer without a member has no such route. */
export interface Comparison extends Readonly<Partial<Record<Peer, PeerComparison>>> {
  /** Purpose of an endpoint that no peer has. */
  readonly new?: string;
}
