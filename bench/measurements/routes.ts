import { withBuildOf } from '../base-build.ts';
import { type MeasuredRequest, ratesInTurn, startBare, type Transport } from '../compare.ts';
import { findGoHttpbin, startGoHttpbin } from '../go-httpbin.ts';
import type { BenchOptions, Result } from '../measurement.ts';
import { assessProtocols, assessRoutes, buildTable, type Name, type Rates } from '../ratios.ts';
import { protocols, type Route, routes } from '../route-requests.ts';
import { type CertificateFiles, startSparring, withCertificate } from '../with-server.ts';

type Servers = ReadonlyMap<Name, MeasuredRequest['server']>;

/**
 * Each route and each protocol, with the journal on and off, of a bare server, and of go-httpbin if there is one.
 * `BENCH_BASE` is a commit whose build is also measured.
 */
export function measureRoutes(options: BenchOptions): Promise<Result[]> {
  const base = process.env.BENCH_BASE;
  return base ? withBuildOf(base, (folder) => measureAll(options, folder)) : measureAll(options);
}

async function measureAll(options: BenchOptions, baseFolder?: string): Promise<Result[]> {
  const go = await findGoHttpbin();
  const program = 'program' in go ? go.program : undefined;
  return withCertificate(async (certificate) => {
    await using stack = new AsyncDisposableStack();
    const plain = await startAll(stack, program, baseFolder);
    const secure = await startAll(stack, program, baseFolder, certificate);
    const measureRow = async (name: string, route: Route, transport: Transport, isComputed: boolean) => {
      process.stderr.write(`${name} ...\n`);
      const model = { ...route, server: serverOf(plain, 'on') };
      const bare = await startBare(model, { isComputed, transport, certificate });
      try {
        const servers = [...(transport === 'http1' ? plain : secure), ['bare', bare] as const];
        const requests = servers.map(([each, server]) => [each, { ...route, transport, server }] as const);
        return await ratesInTurn<Name>(new Map(requests), options);
      } finally {
        await bare.stop();
      }
    };
    const byRoute = new Map<string, Rates>();
    for (const [name, route] of Object.entries(routes))
      byRoute.set(name, await measureRow(name, route, 'http1', false));
    const byProtocol = new Map<string, Rates>();
    for (const [name, { route, transport, isConstant }] of Object.entries(protocols))
      byProtocol.set(name, await measureRow(name, route, transport, !isConstant));
    return [
      buildTable(
        `Routes, HTTP/1.1, 32 connections; the bare server sends a constant${peer(go)}`,
        byRoute,
        true,
      ),
      buildTable(
        `Protocols; the bare server computes the response, except /bytes${peer(go)}`,
        byProtocol,
        false,
      ),
      ...('skipped' in go ? [{ what: 'Ratios to go-httpbin', skipped: go.skipped }] : []),
      ...assessRoutes(byRoute),
      ...assessProtocols(byProtocol),
    ];
  });
}

function peer(go: Awaited<ReturnType<typeof findGoHttpbin>>): string {
  return 'name' in go ? `; ${go.name}` : '';
}

async function startAll(
  stack: AsyncDisposableStack,
  goProgram: string | undefined,
  baseFolder: string | undefined,
  certificate?: CertificateFiles,
): Promise<Servers> {
  const servers = new Map<Name, MeasuredRequest['server']>();
  const add = async (name: Name, starting: ReturnType<typeof startGoHttpbin>) => {
    const server = await starting;
    stack.defer(server.stop);
    servers.set(name, server);
  };
  const [on, off] = [
    { ...certificate, journal: 1000 },
    { ...certificate, journal: 0 },
  ];
  await add('on', startSparring(on));
  await add('off', startSparring(off));
  if (goProgram !== undefined) await add('go', startGoHttpbin(goProgram, certificate));
  if (baseFolder !== undefined) {
    await add('baseOn', startSparring(on, baseFolder));
    await add('baseOff', startSparring(off, baseFolder));
  }
  return servers;
}

function serverOf(servers: Servers, name: Name): MeasuredRequest['server'] {
  const server = servers.get(name);
  if (!server) throw new Error(`${name} is not started`);
  return server;
}
