import type { ClauseQuote } from './clause-quote.ts';

const AUTOMATIC =
  'If a Location header field (Section 10.2.2) is provided, the user agent MAY automatically redirect its request to the URI referenced by the Location field value';
const INTERIMS =
  'A client MUST be able to parse one or more 1xx responses received prior to a final response, even if the client does not expect one.';
const CODED =
  'what decoding mechanisms have to be applied in order to obtain data in the media type referenced by the Content-Type header field.';

/** Sentences of RFC 9110, HTTP Semantics. */
export const SEMANTICS_QUOTES: readonly ClauseQuote[] = [
  {
    clause: 'RFC 9110 §4.2.2',
    quote:
      'A client MUST ensure that its HTTP requests for an "https" resource are secured, prior to being communicated, and that it only accepts secured responses to those requests.',
  },
  {
    clause: 'RFC 9110 §4.2.4',
    quote:
      'A sender MUST NOT generate the userinfo subcomponent (and its "@" delimiter) when an "http" or "https" URI reference is generated within a message as a target URI or field value.',
  },
  {
    clause: 'RFC 9110 §4.2.4',
    cases: /location\.userinfo/,
    quote:
      'Before making use of an "http" or "https" URI reference received from an untrusted source, a recipient SHOULD parse for userinfo and treat its presence as an error;',
  },
  {
    clause: 'RFC 9110 §4.3.4',
    quote:
      "To establish a secured connection to dereference a URI, a client MUST verify that the service's identity is an acceptable match for the URI's origin server.",
  },
  {
    clause: 'RFC 9110 §4.3.4',
    cases: /no-san/,
    quote: 'A reference identity of type CN-ID MUST NOT be used by clients.',
  },
  {
    clause: 'RFC 9110 §5.1',
    quote: 'Field names are case-insensitive',
    because: 'it is the definition of the clause',
  },
  {
    clause: 'RFC 9110 §5.1, §5.6.2',
    quote: 'Tokens are short textual identifiers that do not include whitespace or delimiters.',
  },
  {
    clause: 'RFC 9110 §5.3',
    quote:
      'by appending each subsequent field line value to the initial field line value in order, separated by a comma (",") and optional whitespace',
    because: 'combined or not, no line may be lost: that would change the semantics of the message',
  },
  {
    clause: 'RFC 9110 §5.3',
    cases: /set-cookie/,
    quote:
      'Since it cannot be combined into a single field value, recipients ought to handle "Set-Cookie" as a special case while processing fields.',
    because: 'lines that were combined cannot be told apart',
  },
  {
    clause: 'RFC 9110 §5.4',
    quote:
      'A client MAY discard or truncate received field lines that are larger than the client wishes to process if the field semantics are such that the dropped value(s) can be safely ignored without changing the message framing or response semantics.',
  },
  {
    clause: 'RFC 9110 §5.5',
    quote:
      'a recipient of CR, LF, or NUL within a field value MUST either reject the message or replace each of those characters with SP before further processing or forwarding of that message.',
  },
  {
    clause: 'RFC 9110 §5.5',
    cases: /^injection\./,
    quote: 'Field values containing CR, LF, or NUL characters are invalid and dangerous',
  },
  {
    clause: 'RFC 9110 §5.5',
    cases: /field\.(?:empty|spaces)/,
    quote: 'a field parsing implementation MUST exclude such whitespace prior to evaluating the field value.',
  },
  {
    clause: 'RFC 9110 §5.5',
    cases: /latin1/,
    quote: 'A recipient SHOULD treat other allowed octets in field content (i.e., obs-text) as opaque data.',
  },
  {
    clause: 'RFC 9110 §6.5.1',
    quote:
      'A recipient MUST NOT merge a trailer field into a header section unless the recipient understands the corresponding header field definition and that definition explicitly permits and defines how trailer field values can be safely merged.',
  },
  {
    clause: 'RFC 9110 §6.5.1, RFC 9112 §7.1.2',
    quote:
      'A trailer section allows the sender to include additional fields at the end of a chunked message in order to supply metadata that might be dynamically generated while the content is sent',
    because: 'a client that supports trailers sends them where the clause has them',
  },
  {
    clause: 'RFC 9110 §7.1',
    quote:
      "The target URI excludes the reference's fragment component, if any, since fragment identifiers are reserved for client-side processing",
    because: 'it is the definition of the target URI',
  },
  {
    clause: 'RFC 9110 §7.2',
    quote:
      'A user agent that sends Host SHOULD send it as the first field in the header section of a request.',
  },
  { clause: 'RFC 9110 §8.4', quote: CODED },
  {
    clause: 'RFC 9110 §8.4',
    cases: /empty/,
    quote: CODED,
    because: 'no octets are no gzip file either, but most clients hand out no content',
  },
  {
    clause: 'RFC 9110 §8.4',
    cases: /list/,
    quote:
      'If one or more encodings have been applied to a representation, the sender that applied the encodings MUST generate a Content-Encoding header field that lists the content codings in the order in which they were applied.',
    because: 'the clause obliges the sender; clients decode all of the list, or report an error',
  },
  { clause: 'RFC 9110 §8.4, §15.3.5', quote: CODED },
  { clause: 'RFC 9110 §8.4, §9.3.2', quote: CODED },
  {
    clause: 'RFC 9110 §8.4.1',
    quote:
      'Content coding values indicate an encoding transformation that has been or can be applied to a representation.',
    because: 'a client that lists a coding in Accept-Encoding decodes it',
  },
  {
    clause: 'RFC 9110 §8.4.1',
    cases: /case/,
    quote: 'All content codings are case-insensitive',
    because: 'the sentence defines the names; what most clients do',
  },
  {
    clause: 'RFC 9110 §8.4.1.3',
    quote: 'A recipient SHOULD consider "x-gzip" to be equivalent to "gzip".',
  },
  {
    clause: 'RFC 9110 §8.6',
    quote:
      'a recipient MUST anticipate potentially large decimal numerals and prevent parsing errors due to integer conversion overflows or precision loss due to integer conversion',
  },
  {
    clause: 'RFC 9110 §8.6',
    cases: /length-list/,
    quote:
      'MAY either reject the message as invalid or replace that invalid field value with a single instance of the decimal value',
    because: 'the clause permits these two, and nothing else',
  },
  {
    clause: 'RFC 9110 §8.6',
    cases: /post-empty/,
    quote:
      'A user agent SHOULD send Content-Length in a request when the method defines a meaning for enclosed content and it is not sending Transfer-Encoding.',
  },
  {
    clause: 'RFC 9110 §8.6',
    cases: /get-no-length/,
    quote:
      'A user agent SHOULD NOT send a Content-Length header field when the request message does not contain content and the method semantics do not anticipate such data.',
  },
  {
    clause: 'RFC 9110 §9.1',
    quote:
      'The method token is case-sensitive because it might be used as a gateway to object-based systems with case-sensitive method names.',
    because: 'another spelling is another method',
  },
  {
    clause: 'RFC 9110 §9.2.2',
    quote:
      "Idempotent methods are distinguished because the request can be repeated automatically if a communication failure occurs before the client is able to read the server's response.",
    because: 'the clause permits the repetition; what most clients do on a connection that was idle',
  },
  {
    clause: 'RFC 9110 §9.2.2',
    cases: /retry\.post/,
    quote:
      'A client SHOULD NOT automatically retry a request with a non-idempotent method unless it has some means to know that the request semantics are actually idempotent, regardless of the method, or some means to detect that the original request was never applied.',
  },
  {
    clause: 'RFC 9110 §9.2.2',
    cases: /retry\.(?:bounded|max)/,
    quote: 'A client SHOULD NOT automatically retry a failed automatic retry.',
  },
  {
    clause: 'RFC 9110 §9.3.2',
    quote:
      'The HEAD method is identical to GET except that the server MUST NOT send content in the response.',
  },
  {
    clause: 'RFC 9110 §9.3.6',
    quote: 'Any response other than a successful response indicates that the tunnel has not yet been formed.',
  },
  {
    clause: 'RFC 9110 §9.3.6',
    cases: /connect$/,
    quote:
      'a client MUST send the port number even if the CONNECT request is based on a URI reference that contains an authority component with an elided port',
  },
  {
    clause: 'RFC 9110 §9.3.6',
    cases: /connect-length/,
    quote:
      'A client MUST ignore any Content-Length or Transfer-Encoding header fields received in a successful response to CONNECT.',
  },
  { clause: 'RFC 9110 §9.3.8', quote: 'A client MUST NOT send content in a TRACE request.' },
  {
    clause: 'RFC 9110 §10.1.1',
    quote: 'such a client SHOULD NOT wait for an indefinite period before sending the content.',
  },
  {
    clause: 'RFC 9110 §10.1.1',
    cases: /final/,
    quote:
      'This allows the client to wait for an indication that it is worthwhile to send the content before actually doing so',
    because:
      'the next request of a connection is taken for content that was announced and not sent (RFC 9112 §6.3)',
  },
  {
    clause: 'RFC 9110 §10.1.1',
    cases: /417/,
    quote:
      'A client that receives a 417 (Expectation Failed) status code in response to a request containing a 100-continue expectation SHOULD repeat that request without a 100-continue expectation',
  },
  {
    clause: 'RFC 9110 §10.1.1',
    cases: /no-expect/,
    quote:
      'A client MUST NOT generate a 100-continue expectation in a request that does not include content.',
  },
  {
    clause: 'RFC 9110 §10.1.1, §15.2',
    quote: INTERIMS,
    because:
      'the requirement has cases of its own, informational.*; waiting for 100 is the choice of a client',
  },
  {
    clause: 'RFC 9110 §10.1.3',
    quote:
      'A user agent MUST NOT include the fragment and userinfo components of the URI reference [URI], if any, when generating the Referer field value.',
  },
  {
    clause: 'RFC 9110 §10.1.3',
    cases: /downgrade/,
    quote:
      'A user agent MUST NOT send a Referer header field in an unsecured HTTP request if the referring resource was accessed with a secure protocol.',
  },
  {
    clause: 'RFC 9110 §10.1.4',
    quote:
      'A sender of TE MUST also send a "TE" connection option within the Connection header field (Section 7.6.1) to inform intermediaries not to forward this field.',
  },
  {
    clause: 'RFC 9110 §10.2.2',
    quote:
      'When it has the form of a relative reference ([URI], Section 4.2), the final value is computed by resolving it against the target URI ([URI], Section 5).',
    because: 'RFC 3986 §5 has one result',
  },
  {
    clause: 'RFC 9110 §10.2.2, §7.1',
    quote:
      'a user agent MUST process the redirection as if the value inherits the fragment component of the URI reference used to generate the target URI',
  },
  {
    clause: 'RFC 9110 §10.2.3',
    quote:
      'Servers send the "Retry-After" header field to indicate how long the user agent ought to wait before making a follow-up request.',
    because: 'the sentence says "ought to"',
  },
  {
    clause: 'RFC 9110 §11.5',
    quote:
      'Unless specifically allowed by the authentication scheme, a single protection space cannot extend outside the scope of its server.',
  },
  {
    clause: 'RFC 9110 §11.6.1',
    quote:
      'User agents are advised to take special care in parsing the field value, as it might contain more than one challenge, and each challenge can contain a comma-separated list of authentication parameters.',
    because: 'it is the grammar of the field, and the client has the credentials',
  },
  {
    clause: 'RFC 9110 §11.7.1',
    quote:
      'The "Proxy-Authenticate" header field consists of at least one challenge that indicates the authentication scheme(s) and parameters applicable to the proxy for this request.',
    because: 'it is the grammar of the field, and the client has the credentials',
  },
  {
    clause: 'RFC 9110 §11.7.2',
    quote:
      'Unlike Authorization, the Proxy-Authorization header field applies only to the next inbound proxy that demanded authentication using the Proxy-Authenticate header field.',
  },
  {
    clause: 'RFC 9110 §15',
    quote:
      'a client MUST understand the class of any status code, as indicated by the first digit, and treat an unrecognized status code as being equivalent to the x00 status code of that class.',
  },
  {
    clause: 'RFC 9110 §15',
    cases: /low|999/,
    quote:
      'A client that receives a response with an invalid status code SHOULD process the response as if it had a 5xx (Server Error) status code.',
  },
  { clause: 'RFC 9110 §15.2', quote: INTERIMS },
  {
    clause: 'RFC 9110 §15.2',
    cases: /with-length/,
    quote:
      'A 1xx response is terminated by the end of the header section; it cannot contain content or trailers.',
    because: 'it is the framing of the clause',
  },
  {
    clause: 'RFC 9110 §15.2',
    cases: /unasked-101/,
    quote: 'A user agent MAY ignore unexpected 1xx responses.',
  },
  { clause: 'RFC 9110 §15.4', quote: AUTOMATIC },
  {
    clause: 'RFC 9110 §15.4',
    cases: /loop|max/,
    quote:
      'A client SHOULD detect and intervene in cyclical redirections (i.e., "infinite" redirection loops).',
  },
  {
    clause: 'RFC 9110 §15.4',
    cases: /content-fields|redirect\.get/,
    quote:
      'When automatically following a redirected request, the user agent SHOULD resend the original request message with the following modifications:',
  },
  {
    clause: 'RFC 9110 §15.4; Fetch §4.5',
    quote:
      'Consider removing header fields that were not automatically generated by the implementation (i.e., those present in the request because they were added by the calling context) where there are security implications; this includes but is not limited to Authorization and Cookie.',
  },
  {
    clause: 'RFC 9110 §15.4, §15.4.9',
    quote:
      '307 (Temporary Redirect) and 308 (Permanent Redirect) [RFC7538] were later added to unambiguously indicate method-preserving redirects',
    because: 'it is the definition of the status code',
  },
  {
    clause: 'RFC 9110 §15.4.4',
    quote:
      'A user agent can perform a retrieval request targeting that URI (a GET or HEAD request if using HTTP)',
    because: 'it is the definition of the status code: a second POST is no retrieval request',
  },
  {
    clause: 'RFC 9110 §15.4.6',
    quote:
      'The 305 (Use Proxy) status code was defined in a previous version of this specification and is now deprecated',
  },
  {
    clause: 'RFC 9110 §15.4.8',
    quote:
      'the user agent MUST NOT change the request method if it performs an automatic redirection to that URI.',
  },
  {
    clause: 'RFC 9110 §15.5.2',
    quote:
      'If the request included authentication credentials, then the 401 response indicates that authorization has been refused for those credentials.',
  },
  {
    clause: 'RFC 9110 §17.5',
    quote:
      'parsers are often vulnerable to attacks based on sending very long (or very slow) streams of data, particularly where an implementation is expecting a protocol element with no predefined length',
  },
];
