import { authorizationsSection } from '../src/authorizations/answers/documentation.ts';
import { type ReleaseProfile, releaseNames } from '../src/authorizations/release-profiles/release-profile.ts';
import { findReleaseProfile } from '../src/authorizations/release-profiles/release-profiles.ts';

/** In what the eras differ, drawn from the table that the server goes by. */
export function erasPage(): string {
  const eras = releaseNames.map(findReleaseProfile);
  const head = `| | ${eras.map(({ name }) => code(name)).join(' | ')} |\n|---|${'---|'.repeat(eras.length)}`;
  const rows = ROWS.map(([label, tell]) => `| ${label} | ${eras.map(tell).join(' | ')} |`);
  return `${INTRODUCTION}\n\n${[head, ...rows].join('\n')}\n`;
}

const INTRODUCTION = `# Eras

Releases of the original differ. \`--era ghes-2.22\` (or \`SPARRING_ERA\`, or \`start({ era: 'ghes-2.22' })\`) selects the
behaviour of one; the default is \`ghes-3.0\`. An era does not set dates: when the deprecated part ends is
the business of [\`--lifecycle\`](../guide/lifecycle.md), and both go together: \`--era github-2020 --lifecycle github\`
is github.com in its last year with passwords.

What an era lacks is answered as if it had never been: an endpoint with 404, a filter by looking past it, a scope with
422 as one that does not exist. Data is kept alike in all of them, so a database may be served in another era: a token
stays as it was made.

In what sources disagree, whatever the release, is left to settings: \`--lenient-put\` takes the client ID once more in
the body of \`PUT /authorizations/clients/{client_id}\`, \`--put-location\` gives a \`Location\` to what it finds too. With
\`--private-mode\` every call without credentials is 401, as on an appliance that is closed to strangers.`;

type Row = readonly [label: string, tell: (era: ReleaseProfile) => string];

const ROWS: readonly Row[] = [
  ['`installed_version`, `X-GitHub-Enterprise-Version`', (era) => era.enterpriseVersion ?? 'none'],
  [
    'New tokens',
    ({ tokenFormat }) =>
      tokenFormat === 'hexadecimal' ? '40 hexadecimal digits' : '`ghp_`, `gho_` and a checksum at the end',
  ],
  ['`expires_at` on an authorization', (era) => toWord(era.hasExpiry)],
  ['Lists narrowed by `client_id`', (era) => toWord(era.hasClientIdFilter)],
  [
    'A personal token needs a note, unless `--note-required` says otherwise',
    (era) => toWord(era.isNoteRequired),
  ],
  ['Device flow', (era) => toWord(era.hasDeviceFlow)],
  ['`/applications/{client_id}/token` and `/grant`', (era) => toWord(era.hasTokenEndpoints)],
  ['`/applications/{client_id}/token/scoped`', (era) => toWord(era.hasScopedTokens)],
  ['Site administration (`/admin`, `/users/{username}/suspended`)', (era) => toWord(era.hasAdministration)],
  ['Scopes that do not exist', (era) => era.unknownScopes.map(code).join(', ') || 'none'],
  [
    'Calls an hour, unless `--rate-limit` says so',
    ({ rateLimit }) => (rateLimit === 0 ? 'any' : `${rateLimit}`),
  ],
  [
    '`X-GitHub-Request-Id`',
    ({ requestId }) => (requestId === 'uuid' ? 'a UUID' : 'five groups of hexadecimal digits'),
  ],
  [
    'Exposed to scripts besides the usual',
    ({ exposedFields }) =>
      exposedFields.includes('Sunset') ? '`Location`, `Deprecation`, `Sunset` …' : 'nothing',
  ],
  ['Page of an endpoint', (era) => code(era.documentation(authorizationsSection('…')))],
  ['`app.url` of a personal token', (era) => code(era.personalTokenUrl)],
];

function toWord(has: boolean): string {
  return has ? 'yes' : 'no';
}

function code(text: string): string {
  return `\`${text}\``;
}
