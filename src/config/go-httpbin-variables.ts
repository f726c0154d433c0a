import type { Variables } from './resolve.ts';

/**
 * Variables of go-httpbin, by its README, that no setting has: PREFIX is also the name that build tools and Termux use for a
 * folder, so it must not move all paths.
 */
const IGNORED: Readonly<Record<string, string>> = {
  PREFIX: 'for a prefix of all paths, use --base-path or SPARRING_BASE_PATH',
  EXCLUDE_HEADERS: '/headers and similar endpoints return all headers of the request',
  SRV_MAX_HEADER_BYTES: 'a request has at most 64 KiB of target and headers',
  UNSAFE_ALLOW_DANGEROUS_RESPONSES: 'content that a client chose is never rendered as a page',
};

/** A line for each variable of go-httpbin that is set and has no effect. */
export function buildGoHttpbinWarnings(variables: Variables): string[] {
  return Object.entries(IGNORED)
    .filter(([name]) => (variables[name] ?? '').trim() !== '')
    .map(([name, advice]) => `The variable ${name}, as go-httpbin has it, is ignored; ${advice}.`);
}
