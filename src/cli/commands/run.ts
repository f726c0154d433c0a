import type { Command } from 'commander';
import { loadConfig } from '#config/load.ts';
import { UsageError } from '#config/usage-error.ts';
import { addAllSettings, readFlags } from '../options/options.ts';
import type { CommandVariables } from '../run/command-variables.ts';
import { openServer } from '../serve/open-server.ts';
import { buildTestConfig, TEST_DEFAULTS } from '../serve/test-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addRun(program: Command, terminal: Terminal): void {
  const command = program
    .command('run')
    .argument('[COMMAND...]', 'the command and its arguments, after --')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .summary('Starts a server on a free port, runs a command with its URL in SPARRING_URL, and stops it.')
    .description(DESCRIPTION)
    .addHelpText(
      'after',
      `
Examples:
  sparring run -- npm test
  sparring run --seed seed.yaml --tls -- pytest -x
  sparring run --rules stubs.yaml --unmatched fail -- pytest`,
    );
  addAllSettings(command, TEST_DEFAULTS).action((words: string[]) => run(command, words, terminal));
}

/** What matters to every user precedes the settings. */
const DESCRIPTION = `Starts a server on a free port, runs a command with its URL in SPARRING_URL, and stops it. The server stores in memory, has no initial user, and logs warnings only; the settings below change that.

The command gets SPARRING_URL and HTTPBIN_URL; the origin of the control API in SPARRING_CONTROL_URL, with a token in SPARRING_CONTROL_TOKEN; with --accounts-port SPARRING_ACCOUNTS_URL; and with --tls NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE, whose files have the CA of the server and those of the system. NO_PROXY and no_proxy include the host of the server. HOST, PORT, HTTPS_CERT_FILE and HTTPS_KEY_FILE are left to the command. Signals are passed on to it.

The exit code is that of the command; 128 and the number of a signal; 126 and 127 if the command cannot be started. Required rules that were not used, and with --unmatched fail requests that no rule took, go to standard error, and the exit code 0 becomes 1.`;

async function run(command: Command, [program, ...args]: string[], terminal: Terminal): Promise<void> {
  if (program === undefined)
    throw new UsageError('There is no command to run; name it after --, such as: sparring run -- npm test.');
  const config = buildTestConfig(await loadConfig(readFlags(command), terminal.variables, true));
  const { settings } = config;
  if (settings.unmatched === 'fail' && !settings.control)
    throw new UsageError(
      '--unmatched fail needs the control API, by which the rules are verified; omit --no-control.',
    );
  for (const warning of config.warnings) terminal.printError(`sparring: ${warning}\n`);

  // Signals during the start wait for the command, which gets them.
  const waiting: NodeJS.Signals[] = [];
  let forward = (signal: NodeJS.Signals, _isSent: boolean): void => {
    waiting.push(signal);
  };
  const { forwardSignals } = await import('../run/forward-signals.ts');
  forwardSignals((signal, isSent) => forward(signal, isSent), isInTerminal());

  const { serving, commandToken } = await openServer(config);
  const { runProgram, StartFailure } = await import('../run/run-command.ts');
  const { openCommandVariables } = await import('../run/command-variables.ts');
  let added: CommandVariables | undefined;
  let exitCode: number;
  try {
    await serving.begin(undefined);
    added = await openCommandVariables(serving.address, config.settings, terminal.variables);
    const variables = { ...terminal.variables, ...added.variables };
    const running = runProgram({ command: program, args, variables });
    forward = running.kill;
    for (const signal of waiting) running.kill(signal, false);
    exitCode = await running.exitCode;
    if (settings.control) {
      const { verifyRules } = await import('../run/verify-rules.ts');
      const unmatched = settings.unmatched === 'fail';
      const findings = await verifyRules(serving.address, commandToken, { unmatched });
      if (findings !== undefined) {
        terminal.printError(`sparring: ${findings}\n`);
        exitCode = exitCode || 1;
      }
    }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    terminal.printError(`sparring: ${error.message}\n`);
    exitCode = error.exitCode;
  } finally {
    // The command has ended: signals end the wait for its requests.
    forward = () => process.exit(1);
    await added?.close();
    await serving.close(undefined);
  }
  process.exit(exitCode);
}

function isInTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY === true);
}
