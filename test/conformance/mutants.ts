/** The ways in which the synthetic client can be broken. */
export const MUTANTS = [
  'no-truncation-check',
  'chunk-eof-is-end',
  '1xx-is-final',
  'merge-1xx',
  'fold-kept',
  'reuse-after-close',
  'leak-auth',
  'host-only-compare',
  '303-keeps-post',
  '307-drops-body',
  'no-redirect-limit',
  'retries-post',
  'appends-retry',
  'ignores-retry-after',
  'sleeps-huge',
  'fragment-sent',
  'first-length-wins',
  'lenient-number',
  'leftover-is-response',
  'crlf-passes',
  'no-timeout',
  'crashes-on-garbage',
  'one-member',
  'cut-coding-passes',
] as const;

export type Mutant = (typeof MUTANTS)[number];
