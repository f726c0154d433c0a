import { type Command, Option } from 'commander';
import { formatFileReason } from '#config/document.ts';
import { buildGoHttpbinWarnings } from '#config/go-httpbin-variables.ts';
import { loadConfig } from '#config/load.ts';
import type { Log } from '#http/routing/service.ts';
import { firstShutdownSignal } from '#ops/shutdown.ts';
import { formatBanner } from '../control/banner.ts';
import { writeServerFiles } from '../control/server-file.ts';
import { addAllSettings, readFlags } from '../options/options.ts';
import { openServer } from '../serve/open-server.ts';
import { writePortFile } from '../serve/port-file.ts';
import type { ServerAddress } from '../serve/serving.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Options of the command that are no settings. */
interface ServeOptions {
  readonly print?: 'json';
  readonly untilStdinCloses?: boolean;
}

export function addServe(program: Command, terminal: Terminal): Command {
  const command = program
    .command('serve', { isDefault: true })
    .description('Starts the server. This is the default command.')
    .addOption(
      new Option(
        '--print <FORMAT>',
        'For a program that starts the server: json prints one line with URLs, CA and control token, and starts a server for tests.',
      ).choices(['json']),
    )
    .option(
      '--until-stdin-closes',
      'Ends the server when standard input ends, or the program that starts the server.',
    );
  return addAllSettings(command).action((options: ServeOptions) => serve(command, options, terminal));
}

async function serve(command: Command, options: ServeOptions, terminal: Terminal): Promise<void> {
  const loaded = await loadConfig(readFlags(command), terminal.variables, true);
  if (options.print === 'json' || options.untilStdinCloses) {
    const { serveProgram } = await import('../serve/serve-program.ts');
    return serveProgram(loaded, options, terminal);
  }
  const config = loaded;
  const { settings, origins, warnings, created } = config;
  for (const warning of [...warnings, ...buildGoHttpbinWarnings(terminal.variables)])
    terminal.printError(`sparring: ${warning}\n`);

  // Loaded here, so that help and version answer at once.
  const [{ serving, workers, runtime, log, commandToken, newDatabase }, { createStarter }] =
    await Promise.all([openServer(config), import('#control/seed/starter.ts')]);

  const signal = firstShutdownSignal({ runtime, variables: terminal.variables });
  let received: NodeJS.Signals | undefined;
  try {
    const { store, address } = serving;
    // Created when the server listens: if it could not, the password would be lost.
    const starter = settings.starter ? await createStarter(store, runtime, settings.passwordCost) : undefined;
    const { users } = await store.counts();
    const facts = {
      server: address,
      settings,
      starter,
      isTokenNew: created.has('controlToken'),
      database: settings.database,
      isDatabaseNew: newDatabase !== undefined,
      isDatabaseTyped: origins.database === '--database',
      userCount: users,
      workers,
      command: chooseCommandName(terminal.variables),
    };
    await serving.begin(starter);
    if (settings.control) await publishServer(address, commandToken, terminal, log);
    terminal.print(formatBanner(facts, terminal));
    if (settings.portFile !== undefined) await writePortFile(settings.portFile, address.port);
    received = await signal;
    log.info(`Closing after ${received}`);
  } finally {
    await serving.close(received);
  }
  process.exit();
}

/** Publishes the server to other commands of this user. */
async function publishServer(
  address: ServerAddress,
  commandToken: string,
  { variables }: Terminal,
  log: Log,
): Promise<void> {
  try {
    await writeServerFiles(address, commandToken, variables);
  } catch (error) {
    // Such as a home folder that does not exist. The other commands then need the control token.
    log.info(`Other commands do not find this server by themselves: ${formatFileReason(error)}`);
  }
}

/** The command as the user typed it. */
function chooseCommandName(variables: Terminal['variables']): string {
  return variables.npm_lifecycle_event === 'start' ? 'npm start --' : 'sparring';
}
