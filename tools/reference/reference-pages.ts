import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildReportSchema } from '@sparring/conformance';
import { buildScheduleSchema } from '#accounts/domain/lifecycle/schedule-data.ts';
import { formatMarkdown } from '#config/listing.ts';
import { buildSeedSchema } from '#control/seed/schema.ts';
import { buildOpenApi } from '#docs/openapi/openapi.ts';
import { sourceFile } from '#docs/openapi/operation.ts';
import type { Service } from '#http/routing/service.ts';
import { createRuntime } from '#runtime.ts';
import { startServer } from '#server/server.ts';
import { clientsPage } from '../clients-table/page.ts';
import { readResults } from '../clients-table/results.ts';
import { commandsPage } from './commands-page.ts';
import { buildConfigSchema } from './config-schema.ts';
import { conformanceCasesPage } from './conformance-cases-page.ts';
import { dataTypes } from './data-types.ts';
import { exampleResponses } from './example-responses.ts';
import { familyPage } from './family-page.ts';
import { faultsPage } from './faults-page.ts';
import { frontMatter } from './front-matter.ts';
import { guideTables } from './guide-tables.ts';
import { operationSources } from './operation-sources.ts';
import { formatOptionMembers } from './option-members.ts';
import { peersPage } from './peers-page.ts';
import { buildProtocolSchema } from './protocol-schema.ts';
import { releasesPage } from './releases-page.ts';

const SETTINGS = `${frontMatter('Run it', 40, 'Look up a flag, its variable, its key and its default.', { Flag: 'setting' })}# Settings

\`sparring config\` prints the current values and their sources:

\`\`\`sh
SPARRING_PORT=9000 sparring config | grep '^port:'
\`\`\`

\`\`\`text
port: 9000 … # SPARRING_PORT
\`\`\`

Each setting is a flag, a variable and a key of the configuration file (\`--config sparring.yaml\`), in this order of
precedence. The options of \`start\` in the library have the names in the column Library. \`sparring init\` writes a configuration
file to begin with.
`;

/** File and content of every generated page, from the same tables as the server. */
export async function referencePages(): Promise<Map<string, string>> {
  const log = { info() {}, warn() {}, error() {} };
  const server = await startServer({ database: 'memory', port: 0, runtime: createRuntime(), log });
  await server.close();
  return new Map([
    ...server.services.map((service): [string, string] => [
      `docs/reference/${service.name}.openapi.json`,
      `${JSON.stringify(buildOpenApi(service, '/'), null, 2)}\n`,
    ]),
    ['docs/reference/settings.md', `${SETTINGS}\n${formatMarkdown()}`],
    ['docs/reference/commands.md', commandsPage()],
    ['docs/reference/seed.schema.json', formatSchema(buildSeedSchema())],
    ['docs/reference/config.schema.json', formatSchema(buildConfigSchema())],
    ['docs/reference/lifecycle.schema.json', formatSchema(buildScheduleSchema())],
    ['docs/reference/conformance.schema.json', formatSchema(buildReportSchema())],
    ['docs/reference/conformance-protocol.schema.json', formatSchema(buildProtocolSchema())],
    ['docs/reference/conformance-cases.md', conformanceCasesPage()],
    ['conformance/results/README.md', clientsPage(await readResults())],
    ['docs/reference/releases.md', releasesPage()],
    [
      'types/index.ts',
      withSettings('types/index.ts', '  // settings: begin (npm run docs)', formatOptionMembers()),
    ],
    ['types/data.ts', dataTypes()],
    ...(await operationSources()),
    ['docs/reference/endpoints.md', `${['# Endpoints', ...server.services.map(formatTable)].join('\n\n')}\n`],
    ...server.services
      .filter(({ name }) => name === 'api')
      .map((service): [string, string] => ['docs/reference/family.md', familyPage(service)]),
    ['docs/reference/example-responses.json', await exampleResponses()],
    ...(await guideTables(server.services)),
    ['docs/reference/peers.md', peersPage(server.services)],
    ['docs/reference/faults.md', faultsPage()],
  ]);
}

function formatTable(service: Service): string {
  const rows = service.endpoints.map((endpoint) => {
    const source = sourceFile(service, endpoint);
    return `| ${endpoint.methods.join(', ')} | \`${endpoint.path}\` | ${endpoint.summary} | [${source.split('/').at(-1)}](../../${source}) |`;
  });
  return [
    `## ${service.documentation.title}`,
    '',
    '| Method | Path | What it does | Code |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** A file with the settings between its two marks. */
function withSettings(file: string, begin: string, settings: string): string {
  const retained = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const end = begin.replace(/begin \(.*?\)/, 'end');
  const [before, rest = ''] = retained.split(`${begin}\n`);
  const [, after] = rest.split(end);
  return `${before}${begin}\n${settings}${end}${after}`;
}

/** Schemas are parts of the package: an indentation of one space saves a third of their bytes. */
function formatSchema(schema: object): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
