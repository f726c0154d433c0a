/** The end of a connection at the client. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Address and port of the client, which are unique among open connections. */
export function formatPeerName({ remoteAddress = '', remotePort = 0 }: Peer): string {
  return remoteAddress.includes(':') ? `[${remoteAddress}]:${remotePort}` : `${remoteAddress}:${remotePort}`;
}
