import { authorizationsSection } from '#accounts/domain/errors/documentation.ts';
import type { ReleaseProfile } from '#accounts/domain/release-profiles/release-profile.ts';
import { releaseProfiles } from '#accounts/domain/release-profiles/release-profiles.ts';
import { releaseNames } from '#config/settings/release-names.ts';
import { frontMatter } from './front-matter.ts';

/** The differences between the releases, from the table of release profiles. */
export function releasesPage(): string {
  const profiles = releaseNames.map((name) => releaseProfiles[name]);
  const head = `| | ${profiles.map(({ name }) => code(name)).join(' | ')} |\n|---|${'---|'.repeat(profiles.length)}`;
  const rows = ROWS.map(([label, describe]) => `| ${label} | ${profiles.map(describe).join(' | ')} |`);
  return `${INTRODUCTION}\n\n${[head, ...rows].join('\n')}\n`;
}

const INTRODUCTION = `${frontMatter('Run it', 60, 'Choose the release of GitHub Enterprise that the API behaves like.')}# Releases

A server names the release that its API behaves like:

\`\`\`sh
curl -w '\\n' http://127.0.0.1:8080/api/v3/meta
\`\`\`

\`\`\`text
{"verifiable_password_authentication":true,"installed_version":"3.0.0"}
\`\`\`

The API differs between releases of GitHub Enterprise Server and github.com. \`--api-version ghes-2.22\` (or
\`SPARRING_API_VERSION\`, or \`start({ apiVersion: 'ghes-2.22' })\`) selects the release; the default is \`ghes-3.0\`. The
release does not set dates: [\`--lifecycle\`](../guide/lifecycle.md) schedules deprecation and removal.
\`--api-version github-2020 --lifecycle github\` is github.com in the last year with password authentication.

A server responds as if the features that a release lacks did not exist: endpoints get 404, filters are ignored, and
unknown scopes get 422. All releases store the same data. A database can be served as another release; existing tokens
do not change.

Settings control behavior that the sources describe differently for the same release: \`--lenient-put\` accepts the
client ID in the body of \`PUT /authorizations/clients/{client_id}\`, and \`--put-location\` sends \`Location\` for an
existing authorization. With \`--private-mode\`, calls without credentials get 401.`;

type Row = readonly [label: string, describe: (profile: ReleaseProfile) => string];

const ROWS: readonly Row[] = [
  ['`installed_version`, `X-GitHub-Enterprise-Version`', (profile) => profile.enterpriseVersion ?? 'none'],
  [
    'New tokens',
    ({ tokenFormat }) =>
      tokenFormat === 'hexadecimal' ? '40 hexadecimal digits' : '`ghp_` or `gho_`, with a checksum',
  ],
  ['`expires_at` on an authorization', (profile) => formatYesOrNo(profile.hasExpiry)],
  ['Filter `client_id` of lists', (profile) => formatYesOrNo(profile.hasClientIdFilter)],
  [
    'A personal token requires a note; `--note-required` overrides it',
    (profile) => formatYesOrNo(profile.isNoteRequired),
  ],
  ['Device flow', (profile) => formatYesOrNo(profile.hasDeviceFlow)],
  ['`/applications/{client_id}/token` and `/grant`', (profile) => formatYesOrNo(profile.hasTokenEndpoints)],
  ['`/applications/{client_id}/token/scoped`', (profile) => formatYesOrNo(profile.hasScopedTokens)],
  [
    'Site administration (`/admin`, `/users/{username}/suspended`)',
    (profile) => formatYesOrNo(profile.hasAdministration),
  ],
  ['Unknown scopes', (profile) => profile.unknownScopes.map(code).join(', ') || 'none'],
  [
    'Calls per hour; `--rate-limit` overrides it',
    ({ rateLimit }) => (rateLimit === 0 ? 'no limit' : `${rateLimit}`),
  ],
  [
    '`X-GitHub-Request-Id`',
    ({ requestId }) => (requestId === 'uuid' ? 'a UUID' : 'five groups of hexadecimal digits'),
  ],
  [
    'Response headers that scripts may read, besides the common ones',
    ({ exposedFields }) =>
      exposedFields.includes('Sunset') ? '`Location`, `Deprecation`, `Sunset` …' : 'none',
  ],
  ['Page of an endpoint', (profile) => code(profile.documentation(authorizationsSection('…')))],
  ['`app.url` of a personal token', (profile) => code(profile.personalTokenUrl)],
];

function formatYesOrNo(has: boolean): string {
  return has ? 'yes' : 'no';
}

function code(text: string): string {
  return `\`${text}\``;
}
