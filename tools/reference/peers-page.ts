import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFile } from '#docs/openapi/operation.ts';
import type { Peer, PeerComparison } from '#http/routing/comparison.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { knownDifferences } from '../../test/parity/differences.ts';
import { fileLink, testFile } from './endpoint-files.ts';
import { routesNotServed } from './routes-not-served.ts';

const PEERS: readonly Peer[] = ['httpbin', 'go-httpbin', 'httpbun', 'httpcan', 'mockhttp', 'Postman Echo'];

/** `docs/reference/peers.md`: the `compare` member of every endpoint, and the routes that are not served. */
export function peersPage(services: readonly Service[]): string {
  const sections = services.flatMap((service) =>
    Object.keys(service.documentation.tags).flatMap((tag) => formatSection(service, tag)),
  );
  return `${[introduction(), formatSummary(services), DIFFERENCES, ...sections, notServed()].join('\n\n')}\n`;
}

const HTTPBIN_LOCK = path.join(import.meta.dirname, '../../bench/peers/python/requirements.txt');

/** The version of a locked package of Python. */
function lockedVersion(name: string): string {
  const version = new RegExp(`^${name}==(\\S+)`, 'm').exec(readFileSync(HTTPBIN_LOCK, 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${name} is not locked`);
  return version;
}

const introduction = () => `# Comparison with other servers

What changes for a client that moves from another server to this one, endpoint by endpoint:

- **same**: no difference except the one in the reason.
- **better**: the same behaviour, and in addition what the reason says.
- **different**: an intended difference.
- **new**: no compared server has such an endpoint.

The compared versions are httpbin ${lockedVersion('httpbin')} (PyPI's, of psf), go-httpbin 2.25.0, httpbun of May 2026, httpcan 0.8.1,
mockhttp 1.9.0, and the documentation of Postman Echo. A server that is missing from a row has no such route, or its
behaviour is unknown.`;

const DIFFERENCES = `## Differences from httpbin

\`test/parity/\` sends the same requests to httpbin ${lockedVersion('httpbin')}, with Werkzeug ${lockedVersion('werkzeug')} under gunicorn ${lockedVersion('gunicorn')}, and to this
server. It fails for each difference that is not in this list, and for each that no request has:

${knownDifferences.map(({ why }) => `- ${why}`).join('\n')}

One kind of request is not compared: a target with bytes beyond ASCII that are not percent-encoded. Both servers decode them as if
they were encoded.`;

const HEAD = ['| Endpoint | Server | Route there | Verdict | Reason | Test |', '|---|---|---|---|---|---|'];

/** The number of endpoints with each verdict, by peer. */
function formatSummary(services: readonly Service[]): string {
  const comparisons = services.flatMap(({ endpoints }) => endpoints.flatMap(({ compare }) => compare ?? []));
  const rows = PEERS.map((peer) => {
    const verdicts = comparisons.flatMap((compare) => compare[peer]?.[0] ?? []);
    const counts = (['same', 'better', 'different'] as const).map(
      (wanted) => verdicts.filter((verdict) => verdict === wanted).length,
    );
    const missing = routesNotServed.filter(({ peers }) => peers.includes(peer)).length;
    return `| ${[peer, ...[...counts, missing].map((count) => count || '')].join(' | ')} |`;
  });
  return ['| Server | same | better | different | not served |', '|---|---:|---:|---:|---:|', ...rows].join(
    '\n',
  );
}

function formatSection(service: Service, tag: string): string[] {
  const compared = service.endpoints.filter((endpoint) => endpoint.tag === tag && endpoint.compare);
  if (compared.length === 0) return [];
  return [
    [`## ${tag}`, '', ...HEAD, ...compared.flatMap((endpoint) => formatRows(service, endpoint))].join('\n'),
  ];
}

/** One row for each different comparison; peers with the same comparison share a row. */
function formatRows(service: Service, endpoint: Endpoint): string[] {
  const file = testFile(service, endpoint);
  const name = fileLink(`\`${endpoint.path}\``, sourceFile(service, endpoint));
  const test = existsSync(path.join(import.meta.dirname, '../..', file))
    ? fileLink(path.basename(file), file)
    : '';
  const rows = new Map<string, { peers: Peer[]; comparison: PeerComparison }>();
  for (const peer of PEERS) {
    const comparison = endpoint.compare?.[peer];
    if (comparison === undefined) continue;
    const row = rows.get(comparison.join()) ?? { peers: [], comparison };
    row.peers.push(peer);
    rows.set(comparison.join(), row);
  }
  const cells = Array.from(rows.values(), ({ peers, comparison: [verdict, reason, route] }) => [
    peers.join(', '),
    route === undefined ? '' : `\`${route}\``,
    verdict,
    reason,
  ]);
  if (endpoint.compare?.new !== undefined) cells.push(['', '', 'new', endpoint.compare.new]);
  return cells.map((row, index) => {
    const [first, last] = index === 0 ? [name, test] : ['', ''];
    return `| ${[first, ...row, last].join(' | ')} |`;
  });
}

function notServed(): string {
  const rows = routesNotServed.map(
    ({ route, peers, reason }) =>
      `| ${/^[-/]/.test(route) ? `\`${route}\`` : route} | ${peers.join(', ')} | ${reason} |`,
  );
  return ['## Routes that are not served', '', '| Route | Server | Reason |', '|---|---|---|', ...rows].join(
    '\n',
  );
}
