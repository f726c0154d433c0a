/** Signals that the command of `sparring run` gets when this process gets them. */
const FORWARDED: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGHUP']
    : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/** Signals that a terminal sends to this process and to the command. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT']);

/**
 * Calls `forward` for each signal to this process, which then does not end it. In a terminal, the command has already got
 * some of them.
 */
export function forwardSignals(
  forward: (signal: NodeJS.Signals, isSent: boolean) => void,
  isTerminal: boolean,
): void {
  for (const signal of FORWARDED)
    process.on(signal, () => forward(signal, isTerminal && OF_TERMINAL.has(signal)));
}
