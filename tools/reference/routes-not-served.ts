import type { Peer } from '#http/routing/comparison.ts';

/** A route of peers that this server intentionally lacks. */
export interface RouteNotServed {
  readonly route: string;
  readonly peers: readonly Peer[];
  readonly reason: string;
}

export const routesNotServed: readonly RouteNotServed[] = [
  { route: '--root-is-any, /any…', peers: ['httpbun'], reason: 'A misspelt path has to get 404.' },
  {
    route: '/echo, /method, /options, /trace, /query',
    peers: ['httpcan'],
    reason: '`/anything` and `/raw` return the same for a request of any method.',
  },
  {
    route: '/basic-auth/{user}',
    peers: ['httpcan'],
    reason: 'Few tests need an empty password, and the path gets 404 elsewhere.',
  },
  {
    route: '/bearer/{token}',
    peers: ['httpbun'],
    reason: 'It answers an invalid token with 200, so a client cannot detect the error.',
  },
  {
    route: '/digest-auth',
    peers: ['Postman Echo'],
    reason: 'One fixed pair tests less than any pair in the path.',
  },
  { route: '/jwt-bearer', peers: ['httpcan'], reason: 'Decoding a token without its key needs no server.' },
  { route: '/oauth1, /auth/hawk', peers: ['Postman Echo'], reason: 'Few clients use these schemes.' },
  {
    route: '/ip.txt, /ip.json',
    peers: ['httpbun'],
    reason: '`/ip?format=text` and `/ip` return the same.',
  },
  {
    route: '/respond-with-headers',
    peers: ['httpbun'],
    reason: 'Another name for `/response-headers`.',
  },
  { route: '/info', peers: ['httpbun'], reason: 'It shows every variable of the server to everyone.' },
  { route: '/tags', peers: ['httpcan'], reason: 'The groups are in `/openapi.json`.' },
  {
    route: 'POST to /gzip, /deflate, /brotli, /zstd',
    peers: ['httpcan'],
    reason: '`/compose?coding=gzip&body=` encodes any content.',
  },
  {
    route: '/svg/{seed}',
    peers: ['httpbun'],
    reason: '`/image/svg` returns an SVG image; avatars are out of scope.',
  },
  { route: '/b64', peers: ['httpbun'], reason: 'Another name for `/base64`.' },
  { route: '/drip-lines', peers: ['httpbun'], reason: '`/jsonl` and `/sse` send lines over a time.' },
  { route: '/server-events/{n}', peers: ['Postman Echo'], reason: '`/sse?count=` sends the same number.' },
  {
    route: '/time/…, /transform/collection',
    peers: ['Postman Echo'],
    reason: 'Calculations with dates and collections are unrelated to HTTP.',
  },
  {
    route: '/llm/…',
    peers: ['httpbun', 'httpcan'],
    reason: 'The interfaces of other products, which change every month.',
  },
  { route: '/cookie', peers: ['httpbun'], reason: 'Another name for `/cookies`.' },
  { route: '/redirect?url=', peers: ['httpbun'], reason: 'Another name for `/redirect-to`.' },
  {
    route: 'templates and webhooks of /mix',
    peers: ['httpbun'],
    reason: 'The server runs no code of clients and sends no requests.',
  },
  { route: '/run/…, /runner', peers: ['httpbun'], reason: 'The server runs no code of clients.' },
  {
    route: 'request bins, response injection, rate limits',
    peers: ['mockhttp'],
    reason: 'The testing service keeps no state; faults and rate limits apply to the authorization API.',
  },
];

/** An endpoint of the original authorization API that this server intentionally lacks. */
export interface EndpointNotServed {
  readonly method: string;
  /** Below `/api/v3`. */
  readonly path: string;
  readonly reason: string;
  /** The file below `src/accounts/api` with the test of the 404. */
  readonly test: string;
}

export const endpointsNotServed: readonly EndpointNotServed[] = [
  {
    method: 'DELETE',
    path: '/applications/{client_id}/tokens',
    reason: 'Removed on 2016-01-25: 404.',
    test: 'endpoints/applications-tokens.test.ts',
  },
];
