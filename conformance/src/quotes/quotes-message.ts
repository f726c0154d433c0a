import type { ClauseQuote } from './clause-quote.ts';

/** Sentences of RFC 9112, HTTP/1.1. */
export const MESSAGE_QUOTES: readonly ClauseQuote[] = [
  {
    clause: 'RFC 9112 §2.1, §4',
    quote:
      "The status-code element is a 3-digit integer code describing the result of the server's attempt to understand and satisfy the client's corresponding request.",
  },
  {
    clause: 'RFC 9112 §2.2',
    quote:
      'A recipient that receives whitespace between the start-line and the first header field MUST either reject the message as invalid or consume each whitespace-preceded line without further processing of it',
  },
  {
    clause: 'RFC 9112 §2.2',
    cases: /status\.lf/,
    quote: 'a recipient MAY recognize a single LF as a line terminator and ignore any preceding CR.',
  },
  {
    clause: 'RFC 9112 §2.2',
    cases: /status\.late/,
    quote:
      'In the interest of robustness, a server that is expecting to receive and parse a request-line SHOULD ignore at least one empty line (CRLF) received prior to the request-line.',
  },
  {
    clause: 'RFC 9112 §3, §11.1',
    quote:
      'A request-line begins with a method token, followed by a single space (SP), the request-target, and another single space (SP), and ends with the protocol version.',
  },
  {
    clause: 'RFC 9112 §3.2',
    quote: 'A client MUST send a Host header field (Section 7.2 of [HTTP]) in all HTTP/1.1 request messages.',
  },
  {
    clause: 'RFC 9112 §3.2',
    cases: /crlf/,
    quote: 'No whitespace is allowed in the request-target.',
  },
  {
    clause: 'RFC 9112 §3.2.1',
    quote:
      'If the target URI\'s path component is empty, the client MUST send "/" as the path within the origin-form of request-target.',
  },
  {
    clause: 'RFC 9112 §3.2.1',
    cases: /query/,
    quote:
      'a client MUST send only the absolute path and query components of the target URI as the request-target.',
  },
  {
    clause: 'RFC 9112 §3.2.2',
    quote: 'a client MUST send the target URI in absolute-form as the request-target.',
  },
  {
    clause: 'RFC 9112 §4',
    quote:
      'The first line of a response message is the status-line, consisting of the protocol version, a space (SP), the status code, and another space and ending with an OPTIONAL textual phrase describing the status code.',
    because: 'the phrase is OPTIONAL in the grammar of the clause',
  },
  {
    clause: 'RFC 9112 §4',
    cases: /no-space/,
    quote:
      'A server MUST send the space that separates the status-code from the reason-phrase even when the reason-phrase is absent',
  },
  {
    clause: 'RFC 9112 §5.2',
    quote:
      'MUST replace each received obs-fold with one or more SP octets prior to interpreting the field value.',
  },
  {
    clause: 'RFC 9112 §6.1',
    quote:
      'A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field MUST treat the message as if the framing is faulty, even if a Content-Length is present, and close the connection after processing the message.',
  },
  {
    clause: 'RFC 9112 §6.1',
    cases: /te-twice/,
    quote: 'A sender MUST NOT apply the chunked transfer coding more than once to a message body',
  },
  {
    clause: 'RFC 9112 §6.2',
    quote: 'can provide the anticipated size, as a decimal number of octets, for potential content.',
    because: 'it is the framing of the clause, without which no message ends where it should',
  },
  {
    clause: 'RFC 9112 §6.2',
    cases: /framing-both/,
    quote:
      'A sender MUST NOT send a Content-Length header field in any message that contains a Transfer-Encoding header field.',
  },
  {
    clause: 'RFC 9112 §6.2, §6.3',
    quote:
      'A user agent that sends a request that contains a message body MUST send either a valid Content-Length header field or use the chunked transfer coding.',
  },
  {
    clause: 'RFC 9112 §6.3',
    quote:
      'If a valid Content-Length header field is present without Transfer-Encoding, its decimal value defines the expected message body length in octets.',
    because: 'it is the framing of the clause: octets behind it are no content',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /te-gzip/,
    quote:
      'If a Transfer-Encoding header field is present in a response and the chunked transfer coding is not the final encoding, the message body length is determined by reading the connection until it is closed by the server.',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /close-delimited/,
    quote:
      'Otherwise, this is a response message without a declared message body length, so the message body length is determined by the number of octets received prior to the server closing the connection.',
    because: 'it is the framing of the clause',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /length-more/,
    quote:
      'If the sender closes the connection or the recipient times out before the indicated number of octets are received, the recipient MUST consider the message to be incomplete and close the connection.',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /length-(?:conflict|negative|plus|hex)/,
    quote:
      'If a message is received without Transfer-Encoding and with an invalid Content-Length header field, then the message framing is invalid and the recipient MUST treat it as an unrecoverable error',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /te-and-length/,
    quote:
      'If a message is received with both a Transfer-Encoding and a Content-Length header field, the Transfer-Encoding overrides the Content-Length.',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /body\.none/,
    quote:
      'is always terminated by the first empty line after the header fields, regardless of the header fields present in the message, and thus cannot contain a message body or trailer section.',
    because: 'it is the framing of the clause',
  },
  {
    clause: 'RFC 9112 §6.3, §9.2',
    quote:
      'is always terminated by the first empty line after the header fields, regardless of the header fields present in the message, and thus cannot contain a message body or trailer section.',
  },
  {
    clause: 'RFC 9112 §6.3',
    cases: /extra-bytes/,
    quote:
      'A client MUST NOT process, cache, or forward such extra data as a separate response, since such behavior would be vulnerable to cache poisoning.',
  },
  {
    clause: 'RFC 9112 §7.1',
    quote: 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  },
  {
    clause: 'RFC 9112 §7.1',
    cases: /trailer-section/,
    quote:
      'The chunked transfer coding is complete when a chunk with a chunk-size of zero is received, possibly followed by a trailer section, and finally terminated by an empty line.',
    because: 'it is the grammar of the clause',
  },
  {
    clause: 'RFC 9112 §7.1.1',
    quote: 'A recipient MUST ignore unrecognized chunk extensions.',
  },
  {
    clause: 'RFC 9112 §7.1, §8',
    quote: 'The chunk-size field is a string of hex digits indicating the size of the chunk-data in octets.',
  },
  {
    clause: 'RFC 9112 §7.1, §8',
    cases: /overflow/,
    quote:
      'recipients MUST anticipate potentially large hexadecimal numerals and prevent parsing errors due to integer conversion overflows or precision loss due to integer representation.',
  },
  {
    clause: 'RFC 9112 §8',
    quote:
      'A client that receives an incomplete response message, which can occur when a connection is closed prematurely or when decoding a supposedly chunked transfer coding fails, MUST record the message as incomplete.',
  },
  {
    clause: 'RFC 9112 §8',
    cases: /truncated\.(?:chunk|no-last-chunk|reset-chunked)/,
    quote:
      'A message body that uses the chunked transfer coding is incomplete if the zero-sized chunk that terminates the encoding has not been received.',
    because: 'the same clause says that a client MUST record such a message as incomplete',
  },
  {
    clause: 'RFC 9112 §8',
    cases: /truncated\.(?:content-length|one-write|head|reset|coded)$/,
    quote:
      'A message that uses a valid Content-Length is incomplete if the size of the message body received (in octets) is less than the value given by Content-Length.',
    because: 'the same clause says that a client MUST record such a message as incomplete',
  },
  {
    clause: 'RFC 9112 §8',
    cases: /reset-close-delimited/,
    quote:
      'A response that has neither chunked transfer coding nor Content-Length is terminated by closure of the connection and, if the header section was received intact, is considered complete unless an error was indicated by the underlying connection',
    because: 'the same clause says that a client MUST record an incomplete message as incomplete',
  },
  {
    clause: 'RFC 9112 §9.2',
    quote:
      "If a client receives data on a connection that doesn't have outstanding requests, the client MUST NOT consider that data to be a valid response;",
  },
  {
    clause: 'RFC 9112 §9.3',
    quote:
      'In order to remain persistent, all messages on a connection need to have a self-defined message length',
    because: 'both messages have their length, so that one response belongs to each request',
  },
  {
    clause: 'RFC 9112 §9.3',
    cases: /unread/,
    quote:
      'a client MUST read the entire response message body if it intends to reuse the same connection for a subsequent request.',
  },
  {
    clause: 'RFC 9112 §9.5',
    quote: 'A client or server that wishes to time out SHOULD issue a graceful close on the connection.',
  },
  {
    clause: 'RFC 9112 §9.5',
    cases: /connection\.(?:says|idle)/,
    quote: 'A client, server, or proxy MAY close the transport connection at any time.',
  },
  {
    clause: 'RFC 9112 §9.5',
    cases: /early-answer/,
    quote:
      'If the client sees a response that indicates the server does not wish to receive the message body and is closing the connection, the client SHOULD immediately cease transmitting the body and close its side of the connection.',
  },
  {
    clause: 'RFC 9112 §9.6, §9.3',
    quote:
      'A client that receives a "close" connection option MUST cease sending requests on that connection and close the connection after reading the response message containing the "close" connection option',
  },
  {
    clause: 'RFC 9112 §9.6',
    quote: 'To avoid the TCP reset problem, servers typically close a connection in stages.',
  },
  {
    clause: 'RFC 9112 §9.8',
    quote:
      'A response that has neither chunked transfer coding nor Content-Length is complete only if a valid closure alert has been received.',
    because: 'RFC 9112 §8 says that a client MUST record an incomplete message as incomplete',
  },
];
