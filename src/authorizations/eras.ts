import type { Era } from './era.ts';

/** The last release before authorizations got an expiry. */
export const defaultEra: Era = {
  name: 'ghes-3.0',
  enterpriseVersion: '3.0.0',
  tokenFormat: 'hexadecimal',
  hasExpiry: false,
  hasClientIdFilter: true,
  isNoteRequired: false,
  hasDeviceFlow: true,
  hasScopedTokens: true,
  tokenEndpointPreview: undefined,
  unknownScopes: [],
  rateLimit: 0,
  requestId: 'uuid',
  documentation: (url) => url,
};
