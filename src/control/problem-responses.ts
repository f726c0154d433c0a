import type { ResponseDeclarations } from '../http/response.ts';

const DESCRIPTIONS = {
  400: 'The request is malformed, or a parameter is invalid.',
  403: 'The caller is neither a program on this machine nor one with the control token.',
  404: 'The named resource does not exist.',
  409: 'The limit of kept resources is reached.',
  422: 'The body does not match its schema.',
  503: 'The database does not respond.',
} as const;

/** The errors of an endpoint, as problem details (RFC 9457). */
export function problems(...statuses: readonly (keyof typeof DESCRIPTIONS)[]): ResponseDeclarations {
  return Object.fromEntries(statuses.map((status) => [status, DESCRIPTIONS[status]]));
}
