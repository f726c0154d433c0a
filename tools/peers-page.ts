import { type PeerRoute, peers, type Verdict } from './peer-routes/peer-route.ts';
import { peerRoutes } from './peer-routes.ts';

const VERDICTS: Readonly<Record<Verdict, string>> = {
  same: 'same',
  better: 'better',
  different: 'different on purpose',
  'not here': 'not here on purpose',
  new: 'new',
};

/** Every peer's route beside ours, with a link to the code of each of ours and to the test that shows it. */
export function peersPage(sources: ReadonlyMap<string, string>): string {
  const sections = [...peerRoutes].map(([title, routes]) =>
    [`## ${title}`, '', ...HEAD, ...routes.flatMap((route) => toRows(route, sources))].join('\n'),
  );
  return `${[INTRODUCTION, toSummary(), ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Beside its peers

What a client finds here that comes from another server, route by route. **Same**: no difference but what is said.
**Better**: the same, and what is said besides. **Different** and **not here** are meant, and the reason is given. The
versions compared are httpbin 0.10.2 (PyPI's, of psf), go-httpbin 2.25.0, httpbun of May 2026, httpcan 0.8.1, mockhttp 1.9.0
and what Postman documents of Echo. Where a peer is not named in a row, it has no such route, or nothing is known of it.

What is said of httpbin is also asked of it: \`test/parity/\` sends both servers the same requests, and
\`test/parity/differences.ts\` lists what is not the same in all routes at once. One thing is not among those requests: a
target with bytes beyond ASCII that are not percent-encoded. httpbin reads them as if they were; here they are read over
HTTP/2, and get 400 over HTTP/1.1, since the parser of Node takes none.`;

const HEAD = ['| Route | Peer | Here | Verdict | Why | Shown by |', '|---|---|---|---|---|---|'];

/** How often each verdict falls for each peer. */
function toSummary(): string {
  const all = [...peerRoutes.values()].flat().flatMap(({ verdicts }) => verdicts);
  const kinds = ['same', 'better', 'different', 'not here'] as const;
  const rows = Object.entries(peers).map(([key, name]) => {
    const counts = kinds.map(
      (kind) =>
        all.filter(([verdict, of]) => verdict === kind && of.some((peer) => peer === key)).length || '',
    );
    return `| ${name} | ${counts.join(' | ')} |`;
  });
  const titles = kinds.map((kind) => VERDICTS[kind]);
  return [`| Routes of | ${titles.join(' | ')} |`, '|---|---:|---:|---:|---:|', ...rows].join('\n');
}

function toRows({ route, ours, test, verdicts }: PeerRoute, sources: ReadonlyMap<string, string>): string[] {
  const name = /^[-/]/.test(route) ? `\`${route}\`` : route;
  const here = ours === undefined ? '' : `[\`${ours}\`](../../${sources.get(ours)})`;
  const shown = test === undefined ? '' : `[${test.split('/').at(-1)}](../../src/${test})`;
  return verdicts.map(([verdict, of, why], index) => {
    const whose = of.map((peer) => peers[peer]).join(', ');
    const cells = index === 0 ? [name, whose, here] : ['', whose, ''];
    return `| ${[...cells, VERDICTS[verdict], why, index === 0 ? shown : ''].join(' | ')} |`;
  });
}
