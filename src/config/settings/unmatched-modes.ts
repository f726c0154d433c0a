/**
 * What a request to the testing service gets that no rule responds to. `pass`: the response of the endpoint. `404`: this status.
 * `fail`: the same, and a test fails at its end.
 */
export const UNMATCHED_MODES = ['pass', '404', 'fail'] as const;

export type UnmatchedMode = (typeof UNMATCHED_MODES)[number];
