import type { ReleaseName } from '#config/settings/release-names.ts';
import { personalTokenUrl } from '../errors/documentation.ts';
import { createEarlierPageMap, createReleasePageMap } from './documentation-pages.ts';
import type { ReleaseProfile } from './release-profile.ts';

const WITH_USED_CALLS = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-GitHub-OTP',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Used',
  'X-RateLimit-Reset',
  'X-OAuth-Scopes',
  'X-Accepted-OAuth-Scopes',
  'X-Poll-Interval',
  'X-GitHub-Media-Type',
  'Deprecation',
  'Sunset',
];

const FIELDS_OF_2020 = WITH_USED_CALLS.filter((name) => name !== 'X-RateLimit-Used');

const FIELDS_OF_2018 = FIELDS_OF_2020.filter(
  (name) => !['Location', 'X-GitHub-Media-Type', 'Deprecation', 'Sunset'].includes(name),
);

const GHES_3_0: ReleaseProfile = {
  name: 'ghes-3.0',
  enterpriseVersion: '3.0.0',
  tokenFormat: 'hexadecimal',
  hasExpiry: false,
  hasClientIdFilter: true,
  isNoteRequired: false,
  hasDeviceFlow: true,
  hasTokenEndpoints: true,
  hasScopedTokens: true,
  hasAdministration: true,
  unknownScopes: [],
  rateLimit: 0,
  requestId: 'uuid',
  hasUsedCalls: false,
  noteField: 'description',
  exposedFields: FIELDS_OF_2020,
  personalTokenUrl,
  documentation: (url) => url,
};

const GHES_2_22: ReleaseProfile = {
  ...GHES_3_0,
  name: 'ghes-2.22',
  enterpriseVersion: '2.22.0',
  hasClientIdFilter: false,
  hasScopedTokens: false,
  documentation: createReleasePageMap('2.22'),
};

const GHES_2_18: ReleaseProfile = {
  ...GHES_2_22,
  name: 'ghes-2.18',
  enterpriseVersion: '2.18.0',
  isNoteRequired: true,
  hasDeviceFlow: false,
  hasTokenEndpoints: false,
  unknownScopes: ['security_events'],
  exposedFields: FIELDS_OF_2018,
  personalTokenUrl: 'https://developer.github.com/enterprise/2.18/v3/oauth_authorizations/',
  documentation: createEarlierPageMap(
    'https://developer.github.com/enterprise/2.18/v3',
    'oauth_authorizations',
  ),
};

const GHES_3_1: ReleaseProfile = {
  ...GHES_3_0,
  name: 'ghes-3.1',
  enterpriseVersion: '3.1.0',
  documentation: createReleasePageMap('3.1'),
};

const GHES_3_2: ReleaseProfile = {
  ...GHES_3_1,
  name: 'ghes-3.2',
  enterpriseVersion: '3.2.0',
  tokenFormat: 'prefixed',
  hasExpiry: true,
  documentation: createReleasePageMap('3.2'),
};

const GITHUB_2020: ReleaseProfile = {
  ...GHES_2_22,
  name: 'github-2020',
  enterpriseVersion: undefined,
  isNoteRequired: true,
  hasAdministration: false,
  unknownScopes: ['site_admin', 'admin:pre_receive_hook'],
  rateLimit: 5000,
  requestId: 'groups',
  // Recorded in September 2020 on github.com, and on no appliance.
  hasUsedCalls: true,
  exposedFields: WITH_USED_CALLS,
  // Recorded since August 2019 on github.com, and on no appliance.
  noteField: 'note',
  documentation: createEarlierPageMap('https://developer.github.com/v3', 'apps/oauth_applications'),
};

export const releaseProfiles: Readonly<Record<ReleaseName, ReleaseProfile>> = {
  'ghes-2.18': GHES_2_18,
  'ghes-2.22': GHES_2_22,
  'ghes-3.0': GHES_3_0,
  'ghes-3.1': GHES_3_1,
  'ghes-3.2': GHES_3_2,
  'github-2020': GITHUB_2020,
};
