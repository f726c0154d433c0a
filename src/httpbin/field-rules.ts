/** Whether a field says where a message ends, or speaks of the connection (RFC 9110 §7.6.1, RFC 9112 §6): the server's own. */
export function isOfMessage(name: string): boolean {
  return OF_MESSAGE.has(name.toLowerCase());
}

/** Whether a recipient must know the field before the content, so that it cannot stand behind it (RFC 9110 §6.5.1). */
export function isUnfitForTrailers(name: string): boolean {
  return isOfMessage(name) || UNFIT.has(name.toLowerCase());
}

const OF_MESSAGE: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const UNFIT: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-type',
  'cookie',
  'date',
  'expect',
  'expires',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'location',
  'max-forwards',
  'pragma',
  'proxy-authenticate',
  'proxy-authorization',
  'range',
  'refresh',
  'retry-after',
  'set-cookie',
  'vary',
  'warning',
  'www-authenticate',
]);
