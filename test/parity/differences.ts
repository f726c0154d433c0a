/** Where this server and Debian's httpbin do not answer the same, and why. */
export interface Difference {
  /** `ours` is meant, and must be there; `theirs` comes with an old version, and may go with the next one. */
  readonly side: 'ours' | 'theirs';
  readonly why: string;
  /** Which requests: method, path and fields, as `GET /ip | Accept: text/html`. */
  readonly asked: RegExp;
  /** Only where this server's answer has this type. */
  readonly type?: string;
  readonly aspects: readonly string[];
}

const CONTENT = ['body', 'Content-Length'];
const REFUSAL = [...CONTENT, 'Content-Type'];
const WHOLE = ['status', 'reason', ...REFUSAL];

export const knownDifferences: readonly Difference[] = [
  {
    side: 'ours',
    why: 'A cache must not give one origin what was meant for another.',
    asked: /^/,
    aspects: ['Vary'],
  },
  {
    side: 'ours',
    why: 'A script of another origin may see more than the few fields it always may.',
    asked: /\| Origin:/,
    aspects: ['Access-Control-Expose-Headers'],
  },
  {
    side: 'ours',
    why: 'Errors are problem details (RFC 9457), unless the client prefers HTML.',
    asked: /^/,
    type: 'application/problem+json',
    aspects: REFUSAL,
  },
  {
    side: 'ours',
    why: 'What the original fails at with 500 is the request that is wrong: 400.',
    asked: /^GET \/redirect-to($|\?.*status_code=x)/,
    aspects: ['status', 'reason'],
  },
  {
    side: 'ours',
    why: 'Base64 that cannot be read gets the hint also where Python gives up.',
    asked: /^GET \/base64\/(SGVsbG8|_-8=)$/,
    aspects: ['status', 'reason', ...CONTENT],
  },
  {
    side: 'ours',
    why: 'What the client chose is never taken for a page.',
    asked: /^\w+ \/(base64\/|response-headers)/,
    aspects: ['X-Content-Type-Options', 'Content-Security-Policy'],
  },
  {
    side: 'ours',
    why: 'How long an answer was held back is told.',
    asked: /^\w+ \/(delay\/|drip\?)/,
    aspects: ['Server-Timing'],
  },
  {
    side: 'ours',
    why: 'Images, documents and pages differ.',
    asked: /^\w+ \/(xml|html|deny|encoding\/utf8|forms\/post|image|image\/\w+)( \||$)/,
    aspects: CONTENT,
  },
  {
    side: 'ours',
    why: 'The page of a redirect has words of its own.',
    asked: /^\w+ \/(anything\/\/|links\/3$|cookies\/set|cookies\/delete|redirect\/|absolute-redirect\/)/,
    aspects: CONTENT,
  },
  {
    side: 'ours',
    why: 'The demand for payment is a polite one.',
    asked: /^GET \/status\/402$/,
    aspects: CONTENT,
  },
  {
    side: 'theirs',
    why: 'gunicorn drops Proxy-Authenticate on the way, although the application sends it.',
    asked: /^GET \/status\/407$/,
    aspects: ['Proxy-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'Werkzeug 2 escapes in `url` what Werkzeug 3 shows as it is.',
    asked: /^GET \/get\?(a=%22|url=)/,
    aspects: ['body'],
  },
  {
    side: 'theirs',
    why: 'Werkzeug 2 takes the bytes of a decoded target for Latin-1.',
    asked: /^GET \/redirect-to\?url=.*caf/,
    aspects: ['Location'],
  },
  {
    side: 'theirs',
    why: 'httpbin 0.7 writes the parameters of a challenge in another order, and stale in capitals.',
    asked: /^GET \/digest-auth\//,
    aspects: ['WWW-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'httpbin 0.7 takes any word in front of a token.',
    asked: /^GET \/bearer \| Authorization: (Bearer a b|bearer|Basic)/,
    aspects: [...WHOLE, 'WWW-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'Debian leaves /json out.',
    asked: /^\w+ \/json$/,
    aspects: WHOLE,
  },
  {
    side: 'theirs',
    why: 'In httpbin 0.7 /delay answers GET alone.',
    asked: /^(POST|OPTIONS) \/delay\//,
    aspects: [...WHOLE, 'Allow'],
  },
  {
    side: 'theirs',
    why: 'The length that /response-headers tells is that of JSON without spaces.',
    asked: /^\w+ \/response-headers/,
    aspects: ['body'],
  },
];
