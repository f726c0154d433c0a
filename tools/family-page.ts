import type { Endpoint } from '../src/http/endpoint.ts';
import type { Service } from '../src/http/service.ts';
import { type FamilyRow, familyRows } from './family-rows.ts';

/** Every endpoint of the authorization API beside the tests that prove it; statuses and links are the endpoints' own. */
export function familyPage(service: Service, sources: ReadonlyMap<string, string>): string {
  const sections = [...familyRows].map(([title, rows]) =>
    [`## ${title}`, '', ...HEAD, ...rows.map((row) => toRow(row, service, sources))].join('\n'),
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

export function findEndpoint(
  { prefix, endpoints }: Service,
  { method, path }: FamilyRow,
): Endpoint | undefined {
  return endpoints.find(
    (endpoint) =>
      endpoint.path === toFullPath(prefix, path) && endpoint.methods.some((each) => each === method),
  );
}

/** Paths of the table stand below the prefix of the service, except for `/api/graphql`. */
export function toFullPath(prefix: string, path: string): string {
  return path.startsWith('/api/') ? path : `${prefix}${path}`;
}

const INTRODUCTION = `# The authorization family

Every endpoint of the OAuth grants and authorizations interface, what it answers, and the sentence of the test that
proves it over the wire. Paths stand below \`/api/v3\`. A deprecated endpoint says so on each answer, and goes by
[the lifecycle](../guide/lifecycle.md); in what the releases differ stands in [Eras](eras.md). The clients of
\`test/clients/\` drive all of it as they are, and \`test/model/\` compares any history of it with a small model.`;

const HEAD = ['| Endpoint | Answers | Deprecated | Proven by |', '|---|---|---|---|'];

function toRow(row: FamilyRow, service: Service, sources: ReadonlyMap<string, string>): string {
  const endpoint = findEndpoint(service, row);
  const name = `\`${row.method} ${row.path || '/'}\``;
  const here = endpoint ? `[${name}](../../${sources.get(endpoint.path)})` : name;
  const answers = endpoint ? Object.keys(endpoint.responses).join(', ') : (row.missing ?? '');
  const proof = row.tests.map(([file, sentence]) => `[${sentence}](../../src/authorizations/${file})`);
  return `| ${[here, answers, endpoint?.deprecated ? 'yes' : '', proof.join('; ')].join(' | ')} |`;
}
