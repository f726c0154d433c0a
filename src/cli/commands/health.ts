import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { UsageError } from '../../config/usage-error.ts';
import { addSettings, toFlags } from '../options.ts';
import { findServerFile, isOfThisMachine, toControlUrl } from '../server-file.ts';
import { requestStatus } from '../setup/request-status.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly url?: string;
  readonly ready?: boolean;
}

export function addHealth(program: Command, terminal: Terminal): void {
  const command = program
    .command('health')
    .description(
      'Checks that a server on this machine answers, for health checks of containers. Exit code 1 if not.',
    )
    .option('--url <URL>', 'The server; without it, the address of the settings.')
    .option('--ready', 'Checks that the server can use its database, too.');
  addSettings(command, ['config', 'host', 'port', 'tls', 'control', 'controlPort', 'controlToken']);
  command.action(async ({ url, ready = false }: Options) => {
    const { settings } = await loadConfig(toFlags(command), terminal.variables);
    const { host, port, controlPort, tls, tlsCert, control } = settings;
    if (url !== undefined && URL.parse(url) === null)
      throw new UsageError('--url must be a URL such as http://127.0.0.1:8080.');
    const scheme = tls || tlsCert !== undefined ? 'https' : 'http';
    const chosen = control ? (controlPort ?? port) : port;
    const base = url ?? `${scheme}://${toLoopback(host[0])}:${chosen}`;
    const known = await findServerFile(base, terminal.variables);
    // The certificate is not verified, so another machine does not get the token.
    const token = isOfThisMachine(base) ? (settings.controlToken ?? known?.commandToken) : undefined;
    // Without the control API, any answer of the testing service shows that the server works.
    const path = control ? (ready ? '/_sparring/ready' : '/_sparring/health') : '/status/200';
    const target = new URL(path, control ? toControlUrl(base, known) : base);
    const status = await requestStatus(target, control ? token : undefined);
    if (status !== 200)
      throw new Error(
        `${target} ${typeof status === 'number' ? `returns ${status}` : `does not answer (${status}); start the server, or change --url or --port`}.`,
      );
    terminal.print('ok\n');
  });
}

/** The first address, or one that a client on this machine can connect to. */
function toLoopback(host = ''): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
