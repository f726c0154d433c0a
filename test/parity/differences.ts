import type { Comparable } from './comparable.ts';

/** An intended difference between the responses of this server and those of the locked httpbin. */
export interface Difference {
  /** A sentence of `docs/reference/peers.md`. */
  readonly why: string;
  /**
   * The requests: method, path, fields and body, such as `GET /ip | Accept: text/html`, or `POST /post | Content-Type: a/b < body`.
   */
  readonly asked: RegExp;
  /** Only if the response of this server has this type. */
  readonly type?: string;
  /** All aspects if they are absent. */
  readonly aspects?: readonly string[];
}

const CONTENT = ['body', 'Content-Length'];
const STATUS = ['status', 'reason'];

/** Each of them has to occur in the test. */
export const knownDifferences: readonly Difference[] = [
  {
    why: '`Vary: Origin`, so that a cache does not serve a response for one origin to another.',
    asked: /^/,
    aspects: ['Vary'],
  },
  {
    why: 'Scripts of other origins can read more headers than those that are always exposed.',
    asked: /\| Origin:/,
    aspects: ['Access-Control-Expose-Headers'],
  },
  {
    why: 'Errors are problem details (RFC 9457), unless the client prefers HTML.',
    asked: /^/,
    type: 'application/problem+json',
    aspects: [...CONTENT, 'Content-Type'],
  },
  {
    why: 'An invalid value gets 400 where httpbin fails with 500, or breaks the connection.',
    asked:
      /^GET \/(redirect-to\?.*status_code=x|bytes\/3\?seed=%ff|drip\?numbytes=(%ff|1\.5)|range\/26\?chunk_size=x|delay\/abc|(absolute-)?redirect\/0|status\/(0|99|100)$)/,
  },
  {
    why: 'Content that the client chose is never rendered as a page.',
    asked: /^\w+ \/(base64\/|response-headers)/,
    aspects: ['X-Content-Type-Options', 'Content-Security-Policy'],
  },
  {
    why: 'The response reports its delay.',
    asked: /^\w+ \/(delay\/|drip\?)/,
    aspects: ['Server-Timing'],
  },
  {
    why: 'Images, documents and pages differ.',
    asked: /^\w+ \/(xml|html|deny|encoding\/utf8|forms\/post|image|image\/\w+)( \||$)/,
    aspects: CONTENT,
  },
  {
    why: 'The page of a redirect has a text of its own.',
    asked:
      /^\w+ \/(anything\/\/|links\/\d+(\?.*)?$|cookies\/set|cookies\/delete|redirect\/|absolute-redirect\/|(status|base64|etag)\/\/)/,
    aspects: CONTENT,
  },
  { why: 'The text of 402 differs.', asked: /^GET \/status\/402$/, aspects: CONTENT },
  {
    why: '`Proxy-Authenticate` is sent, which gunicorn removes.',
    asked: /^GET \/status\/407$/,
    aspects: ['Proxy-Authenticate'],
  },
  {
    why: 'A form with bytes that are neither percent-encoded nor UTF-8 is shown, as `%FF`; httpbin drops the form.',
    asked: /^POST \/post .* < a=(\xff|caf\xe9)/,
    aspects: ['body'],
  },
  {
    why: 'A header whose name has an underscore is shown under this name; gunicorn drops it.',
    asked: /^GET \/get \|.* (X_A|x_a|x_forwarded_for):/,
    aspects: ['body'],
  },
  {
    why: 'Cookies that Werkzeug cannot parse are shown.',
    asked: /^GET \/cookies \| Cookie: (a="$|a b=)/,
    aspects: ['body'],
  },
  {
    why: 'A cookie name that would change the meaning of `Set-Cookie` gets 400.',
    asked: /^GET \/cookies\/set\?(=1|a%3Bb|a%3Db)/,
    aspects: [...STATUS, 'Location', 'Set-Cookie'],
  },
  {
    why: 'A cookie is `Secure` where `url` begins with `https`, which is so in any case of `X-Forwarded-Proto: https`, and not for `X-Forwarded-Protocol: ssl`.',
    asked: /^GET \/cookies\/set\?a=1 \| X-Forwarded-Proto(col: ssl|: HTTPS)/,
    aspects: ['Set-Cookie'],
  },
  {
    why: 'Headers of proxies that disagree about the scheme are accepted.',
    asked: /\| X-Forwarded-Proto: {2}\| X-Forwarded-Ssl: on/,
  },
  {
    why: '`/redirect-to` reads the form that httpbin documents, and a missing target gets 400, not a redirect to `None`.',
    asked: /^(GET \/redirect-to$|POST \/redirect-to \|)/,
    aspects: [...STATUS, 'Location'],
  },
  {
    why: 'Visible ASCII of a redirect target is sent as given, without spaces at its ends, as by older releases of httpbin; control characters get 400.',
    asked: /^GET \/redirect-to\?url=\/(get%20|%5B|a%7F)/,
    aspects: [...STATUS, 'Location'],
  },
  {
    why: 'A 304 has the `Content-Type` of the response that it replaces.',
    asked: /^GET \/(redirect-to\?.*status_code=304|drip\?.*code=304)/,
    aspects: ['Content-Type'],
  },
  {
    why: 'A requested `Content-Type` replaces the default one, and is not sent beside it.',
    asked: /^GET \/response-headers\?content-type=/,
    aspects: ['body', 'Content-Type', 'content-type', 'Content-Length'],
  },
  {
    why: 'The content of `/response-headers` has a `Location` as it is sent.',
    asked: /^GET \/response-headers\?Location=\/%E6/,
    aspects: ['body'],
  },
  {
    why: 'Digest has session algorithms (`MD5-sess`), and challenges without `qop` (`none`).',
    asked: /^GET \/digest-auth\/(auth\/u\/p\/.*-sess|none\/)/,
    aspects: ['WWW-Authenticate'],
  },
  {
    why: 'Several ranges and `If-Range` are supported, and an invalid range is ignored (RFC 9110 §14.2).',
    asked: /^GET \/range\/26 \| Range: bytes=(0-4|0-1,|1$|\+1-2)/,
  },
  { why: 'A status is a number from 200 to 999, in digits.', asked: /^GET \/status\/(1000|2_00)$/ },
  {
    why: 'A negative duration gets 400.',
    asked: /^GET \/drip\?.*duration=-1/,
    aspects: STATUS,
  },
  {
    why: '`/anything` accepts every method that the protocol carries.',
    asked: /^(PROPFIND|QUERY) \/anything/,
  },
  { why: '`CONNECT` gets 501.', asked: /^CONNECT / },
  {
    why: 'Slashes in front of a path are merged by a redirect.',
    asked: /^GET \/\/(get|status)/,
  },
  {
    why: 'A `#` is part of the target, which has no fragment (RFC 9112 §3.2).',
    asked: /^GET \/get.*#f/,
  },
  {
    why: 'A target in absolute form names the host (RFC 9112 §3.2.2), and has no user name (RFC 9110 §4.2.4).',
    asked: /^GET https?:/i,
    aspects: [...STATUS, 'body'],
  },
  {
    why: 'An empty `Host` is the address of the server (RFC 9112 §3.3); in httpbin, URLs have no host.',
    asked: /^GET .* \| Host: $/,
    aspects: ['body', 'Location'],
  },
  {
    why: 'A `Host` that is not a host with an optional port gets 400; in httpbin, URLs have no host.',
    asked: /^GET \/get \| Host: (a_b\.example|h:0|h:x|u@h|h,h|\.)$/,
  },
  {
    why: '`/legacy` and `/spec.json` of older releases are served.',
    asked: /^GET \/(legacy|spec\.json)$/,
  },
];

/** Whether the difference applies to this aspect of the response. */
export function isKnown(known: Difference, requested: string, aspect: string, ours: Comparable): boolean {
  const type = ours.get('Content-Type');
  return (
    (known.aspects?.includes(aspect) ?? true) &&
    known.asked.test(requested) &&
    (known.type === undefined || (Array.isArray(type) && type[0] === known.type))
  );
}

/** The aspects of a difference that have to occur. */
export function occurrences({ why, aspects = [] }: Difference): string[] {
  return aspects.length === 0 ? [why] : aspects.map((aspect) => `${why} ${aspect}`);
}
