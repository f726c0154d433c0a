import { choice, integer, text, toggle } from '../values/value-types.ts';
import { type ReleaseName, releaseNames } from './release-names.ts';
import { documentSetting, inGroup, setting } from './setting.ts';

/** The release profile and strictness of the API. */
export const interfaceSettings = inGroup('Authorization API', {
  apiVersion: setting<ReleaseName>({
    type: choice('RELEASE', releaseNames),
    default: 'ghes-3.0',
    sentence: `The release whose behavior the API has: ${releaseNames.join(', ')}.`,
  }),
  lifecycle: documentSetting({
    type: text('LIFECYCLE', 'supported, deprecated, github or the path of a file'),
    default: 'deprecated',
    sentence:
      'Deprecation schedule of the API: supported, deprecated, github (the dates of github.com), or a YAML or JSON file.',
  }),
  deprecationHeaders: setting({
    type: toggle,
    default: true,
    sentence: 'Sends Deprecation, Sunset and Link headers in responses of the API.',
  }),
  rateLimit: setting<number | undefined>({
    type: integer('COUNT', 0, 1_000_000_000),
    default: undefined,
    sentence:
      'Rate limit of the API: calls per hour and user, counted by all processes together; 0 sets no limit. Default: that of the release.',
  }),
  privateMode: setting({
    type: toggle,
    default: false,
    sentence: 'Rejects calls of the API without credentials, like GitHub Enterprise Server in private mode.',
  }),
  apiPasswords: setting({
    type: toggle,
    default: true,
    sentence:
      'Accepts passwords in the API. Without them, it is like an instance with SAML, CAS or LDAP: every password gets 401, and /meta reports that none can be verified. Users still sign in on the pages.',
  }),
  noteRequired: setting<boolean | undefined>({
    type: toggle,
    default: undefined,
    sentence: 'Requires a note for personal tokens. Default: that of the release.',
  }),
  lenientPut: setting({
    type: toggle,
    default: false,
    sentence:
      'Accepts client_id in the body of PUT /authorizations/clients/{client_id}, which go-github sends for a request with ClientID; otherwise the key is rejected.',
  }),
  putLocation: setting({
    type: toggle,
    default: false,
    sentence:
      'Sends Location when PUT /authorizations/clients/{client_id} finds an authorization, as the documentation of GitHub says; recorded responses have none.',
  }),
});
