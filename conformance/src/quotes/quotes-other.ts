import type { ClauseQuote } from './clause-quote.ts';

const ALGORITHM = 'it is a step of an algorithm, whose result all user agents must have';

/** Sentences of the RFCs of caches, URIs, codings, Digest and TLS. Those of RFC 6265bis are of its draft 22. */
export const OTHER_QUOTES: readonly ClauseQuote[] = [
  {
    clause: 'RFC 1952 §2.2',
    quote: 'A gzip file consists of a series of "members" (compressed data sets).',
    because: 'it is the format: content that ends behind the first member is truncated',
  },
  { clause: 'RFC 1952 §2.3', quote: 'Each member has the following structure:' },
  {
    clause: 'RFC 3986 §2',
    quote:
      'A URI is composed from a limited set of characters consisting of digits, letters, and a few graphic symbols.',
    because: 'it is the grammar of a URI',
  },
  {
    clause: 'RFC 5280 §4.2.1.12',
    quote:
      'If the extension is present, then the certificate MUST only be used for one of the purposes indicated.',
  },
  {
    clause: 'RFC 5280 §4.2.1.9',
    quote:
      'The cA boolean indicates whether the certified public key may be used to verify certificate signatures.',
  },
  {
    clause: 'RFC 5280 §6.1',
    quote:
      'The primary goal of path validation is to verify the binding between a subject distinguished name or a subject alternative name and subject public key, as represented in the target certificate, based on the public key of the trust anchor.',
  },
  { clause: 'RFC 5280 §6.1.3', quote: 'The certificate validity period includes the current time.' },
  {
    clause: 'RFC 6066 §3',
    quote:
      'It is RECOMMENDED that clients include an extension of type "server_name" in the client hello whenever they locate a server by a supported name type.',
  },
  {
    clause: 'RFC 6066 §3',
    cases: /no-sni-for-ip/,
    quote: 'Literal IPv4 and IPv6 addresses are not permitted in "HostName".',
    because: 'what is not permitted must not be sent',
  },
  {
    clause: 'RFC 7616 §3.3',
    quote:
      'If stale is true, the client may wish to simply retry the request with a new encrypted response, without re-prompting the user for a new username and password.',
    because: 'the sentence says "may wish to"; what most clients with Digest do',
  },
  {
    clause: 'RFC 7617 §2.1',
    quote:
      'In challenges, servers can use the \'charset\' authentication parameter to indicate the character encoding scheme they expect the user agent to use when generating "user-pass" (a sequence of octets).',
    because: 'the next sentence calls it "purely advisory"; what most clients do',
  },
  {
    clause: 'RFC 7616 §3.4',
    quote:
      'This parameter MUST be used by all implementations. The nc parameter stands for "nonce count". The nc value is the hexadecimal count of the number of requests (including the current request) that the client has sent with the nonce value in this request.',
  },
  {
    clause: 'RFC 7932 §2',
    quote: 'A compressed data set consists of a header and a series of meta-blocks.',
  },
  {
    clause: 'RFC 8297 §2',
    quote:
      "Aside from performance optimizations, such evaluation of the 103 (Early Hints) response's header fields MUST NOT affect how the final response is processed.",
  },
  {
    clause: 'RFC 8446 §4.4.2.4',
    quote:
      'SHA-1 is deprecated, and it is RECOMMENDED that any endpoint receiving any certificate which it would need to validate using any signature algorithm using a SHA-1 hash abort the handshake with a "bad_certificate" alert.',
  },
  {
    clause: 'RFC 8446 §6.2',
    quote:
      'Whenever an implementation encounters a fatal error condition, it SHOULD send an appropriate fatal alert and MUST close the connection without sending or receiving any additional data.',
  },
  {
    clause: 'RFC 8878 §3.1',
    quote: 'Zstandard compressed data is made up of one or more frames.',
  },
  { clause: 'RFC 8996 §4', quote: 'TLS 1.0 MUST NOT be used.' },
  { clause: 'RFC 8996 §5', quote: 'TLS 1.1 MUST NOT be used.' },
  {
    clause: 'RFC 9111 §3.3',
    quote: 'A cache MUST NOT use an incomplete response to answer requests',
  },
  {
    clause: 'RFC 9111 §4.1',
    quote:
      'the cache MUST NOT use that stored response without revalidation unless all the presented request header fields nominated by that Vary field value match those fields in the original request',
  },
  {
    clause: 'RFC 9111 §4.4',
    quote:
      'A cache MUST invalidate the target URI (Section 7.1 of [HTTP]) when it receives a non-error status code in response to an unsafe request method (including methods whose safety is unknown).',
  },
  {
    clause: 'RFC 9111 §5.2.2.4',
    quote:
      'indicates that the response MUST NOT be used to satisfy any other request without forwarding it for validation and receiving a successful response',
  },
  {
    clause: 'RFC 9111 §5.2.2.5',
    quote:
      'The no-store response directive indicates that a cache MUST NOT store any part of either the immediate request or the response and MUST NOT use the response to satisfy any other request.',
  },
  {
    clause: 'RFC 9325 §4.5',
    quote:
      'When using RSA, servers MUST authenticate using certificates with at least a 2048-bit modulus for the public key.',
  },
  {
    clause: 'RFC 6265bis §5.4',
    quote: 'UAs MUST match the prefix string case-insensitively.',
  },
  {
    clause: 'RFC 6265bis §5.6, §5.8.3',
    quote:
      'Let cookie-list be the set of cookies from the cookie store that meets all of the following requirements:',
    because: ALGORITHM,
  },
  {
    clause: 'RFC 6265bis §5.6, §5.8.3',
    cases: /path/,
    quote: "The retrieval's URI's path path-matches the cookie's path.",
    because: ALGORITHM,
  },
  {
    clause: 'RFC 6265bis §5.8.3',
    quote:
      'Let cookie-list be the set of cookies from the cookie store that meets all of the following requirements:',
  },
  {
    clause: 'RFC 6265bis §5.8.3',
    cases: /host-only/,
    quote:
      "The cookie's host-only-flag is true and retrieval-host-canonical is identical to the cookie's domain.",
  },
  {
    clause: 'RFC 6265bis §5.8.3',
    cases: /secure/,
    quote:
      'If the cookie\'s secure-only-flag is true, then the retrieval\'s URI must denote a "secure" connection (as defined by the user agent).',
  },
  {
    clause: 'RFC 6265bis §5.8.3',
    cases: /order/,
    quote: 'The user agent SHOULD sort the cookie-list in the following order:',
  },
  { clause: 'RFC 6265bis §8.5', quote: 'Cookies do not provide isolation by port.' },
  {
    clause: 'Fetch §4.5',
    quote: "internalResponse's status is 303 and request's method is not `GET` or `HEAD`",
    because: 'Fetch changes the method in two cases only, of which this is one; RFC 9110 permits GET',
  },
  {
    clause: 'Fetch §4.5',
    cases: /put/,
    quote: "internalResponse's status is 301 or 302 and request's method is `POST`",
    because: 'Fetch changes the method in two cases only, of which this is one; RFC 9110 permits it for POST',
  },
  {
    clause: 'Fetch §4.5',
    cases: /stream/,
    quote:
      "If internalResponse's status is not 303, request's body is non-null, and request's body's source is null, then return a network error.",
  },
  {
    clause: 'Fetch §4.5',
    cases: /location/,
    quote: "If locationURL's scheme is not an HTTP(S) scheme, then return a network error.",
  },
];
