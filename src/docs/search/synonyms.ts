/** Words that users search for, with the entries that answer them, the best first. A test finds every entry. */
export interface SynonymGroup {
  readonly words: readonly string[];
  /** URLs of entries, by the name of the endpoint (`get-delay-delay`) or of the guide with its section (`operations#containers`). */
  readonly targets: readonly string[];
}

export const SYNONYMS: readonly SynonymGroup[] = [
  {
    words: ['retry', 'backoff', 'flaky', 'resend', 'repeat'],
    targets: ['labs-sequences', 'labs-go', 'labs-rate-limits', 'get-status-codes', 'get-unstable'],
  },
  {
    words: ['slow', 'latency', 'delay', 'hang', 'timeout', 'stall', 'wait'],
    targets: ['get-delay-delay', 'get-drip', 'reference-faults#fault-stall', 'labs-faults#delays'],
  },
  {
    words: ['upload', 'file', 'multipart', 'form'],
    targets: [
      'post-post',
      'get-anything',
      'post-multipart',
      'post-upload',
      'get-forms-post',
      'assert-requests',
    ],
  },
  {
    words: ['json', 'echo', 'body'],
    targets: ['post-post', 'get-anything', 'get-anything-anything', 'get-json'],
  },
  {
    words: ['login', 'auth', 'password', 'credentials', 'signin'],
    targets: [
      'get-basic-auth-user-passwd',
      'get-digest-auth-qop-user-passwd',
      'get-bearer',
      'flows-and-pages',
      'get-login',
    ],
  },
  {
    words: ['oauth', 'token', 'consent', 'pkce'],
    targets: ['flows-and-pages', 'post-login-oauth-access-token', 'post-api-v3-authorizations'],
  },
  { words: ['2fa', 'otp', 'mfa', 'totp'], targets: ['two-factor', 'get-sparring-one-time-password-login'] },
  {
    words: ['compression', 'compress', 'br', 'encoding', 'gunzip'],
    targets: ['get-compressed', 'get-gzip', 'get-brotli', 'get-zstd', 'get-deflate'],
  },
  {
    words: ['sse', 'stream', 'events', 'eventsource', 'chunked'],
    targets: ['get-sse', 'get-stream-n', 'get-jsonl', 'get-drip'],
  },
  { words: ['ws', 'socket', 'websocket'], targets: ['get-websocket-echo'] },
  {
    words: ['webhook', 'callback', 'bin', 'inspect', 'requestbin'],
    targets: [
      'control#bins',
      'get-sparring-bins',
      'assert-requests',
      'get-sparring-inspector',
      'get-sparring-requests',
      'get-anything',
    ],
  },
  {
    words: ['mock', 'stub', 'fake', 'wiremock'],
    targets: ['control#rules', 'from-other-tools', 'composition#the-builder', 'get-compose-builder'],
  },
  {
    words: ['cors', 'preflight', 'origin'],
    targets: ['get-response-headers', 'control#responses-of-your-own', 'safety'],
  },
  { words: ['cache', 'etag', 'conditional', '304'], targets: ['get-cache', 'get-etag-etag', 'get-cache-n'] },
  {
    words: ['redirect', 'location', '302', '301'],
    targets: ['get-redirect-n', 'get-redirect-to', 'get-relative-redirect-n', 'get-absolute-redirect-n'],
  },
  { words: ['cookie', 'session'], targets: ['get-cookies', 'get-cookies-set-name-value', 'get-cookies-set'] },
  {
    words: ['proxy', 'nginx', 'forwarded'],
    targets: ['operations#behind-a-reverse-proxy', 'reference-settings#setting-trusted-proxy'],
  },
  {
    words: ['docker', 'container', 'podman', 'kubernetes', 'image'],
    targets: ['operations#containers', 'operations#several-workers', 'start'],
  },
  { words: ['keyboard', 'shortcut', 'hotkey'], targets: ['control#pages'] },
  { words: ['curl'], targets: ['start', 'reference-faults'] },
  // The codes by which curl and Node report a fault.
  {
    words: ['18', '28', '52', '56', '92', 'epipe', 'etimedout', 'und_err_socket', 'hpe_invalid_chunk_size'],
    targets: ['reference-faults', 'labs-faults'],
  },
  {
    words: ['tls', 'https', 'certificate', 'ssl', 'http2', 'h2', 'self-signed', 'selfsigned'],
    targets: [
      'reference-settings#setting-tls',
      'reference-settings#setting-tls-cert',
      'reference-settings#setting-h2c',
    ],
  },
  {
    words: ['reset', 'disconnect', 'abort', 'econnreset', 'truncate'],
    targets: ['labs-faults', 'reference-faults#fault-reset', 'reference-faults#fault-close'],
  },
  {
    words: ['429', 'throttle', 'ratelimit', 'quota'],
    targets: ['labs-rate-limits', 'get-limit-key-directives'],
  },
  { words: ['500', '503', 'error', 'code'], targets: ['get-status-codes', 'labs-sequences', 'get-unstable'] },
  { words: ['pytest', 'python'], targets: ['other-languages#pytest'] },
  { words: ['junit', 'java'], targets: ['other-languages#junit-5'] },
  { words: ['rspec', 'ruby', 'phpunit', 'php', 'cargo', 'rust'], targets: ['other-languages'] },
  { words: ['jest', 'vitest', 'playwright', 'javascript', 'typescript'], targets: ['fixtures'] },
  { words: ['install', 'start', 'begin', 'tutorial', 'quickstart', 'npx'], targets: ['start'] },
  {
    words: ['journal', 'history', 'log', 'har', 'record'],
    targets: ['control#the-journal', 'get-sparring-requests-har'],
  },
  {
    words: ['postgres', 'postgresql', 'sqlite', 'outage'],
    targets: ['database', 'operations#postgresql', 'operations#sqlite'],
  },
  { words: ['prometheus', 'grafana', 'monitor'], targets: ['operations#monitoring', 'get-sparring-metrics'] },
  { words: ['100', '103', 'hints', '1xx', 'continue'], targets: ['labs-informational'] },
];
