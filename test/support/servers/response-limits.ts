import type { Limits } from '#testing/responses/composition/compose-plan.ts';

/** The limits of composed responses with the defaults of a server, and without pages of accounts. */
export const RESPONSE_LIMITS: Limits = {
  maxDuration: 10_000,
  maxGeneratedSize: 1_000_000,
  maxBodySize: 1_000_000,
  enabledLabs: ['faults', 'sequences', 'limits', 'informational'],
  allowedRedirectDomains: [],
  sharesAccountsOrigin: false,
  sharesAccountsHost: false,
  accountPaths: [],
};
