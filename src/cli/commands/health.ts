import type { Command } from 'commander';
import { loadConfig } from '#config/load.ts';
import { UsageError } from '#config/usage-error.ts';
import { addSettings, readFlags } from '../options/options.ts';
import { requestStatus } from '../setup/request-status.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  addSettings(command, ['config', 'host', 'port', 'tls']);
  command.action(async ({ url, ready = false }: Options) => {
    const { settings } = await loadConfig(readFlags(command), terminal.variables);
    const { host, port, tls, tlsCert } = settings;
    if (url !== undefined && URL.parse(url) === null)
      throw new UsageError('--url must be a URL such as http://127.0.0.1:8080.');
    const scheme = tls || tlsCert !== undefined ? 'https' : 'http';
    const base = url ?? `${scheme}://${chooseLoopback(host[0])}:${port}`;
    // Neither needs a token or the control API.
    const target = new URL(ready ? '/readyz' : '/healthz', base);
    const status = await requestStatus(target);
    if (status !== 200)
      throw new Error(
        `${target} ${typeof status === 'number' ? `returns ${status}` : `does not answer (${status}); start the server, or change --url or --port`}.`,
      );
    terminal.print('ok\n');
  });
}

/** The first address, or one that a client on this machine can connect to. */
function chooseLoopback(host = ''): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
