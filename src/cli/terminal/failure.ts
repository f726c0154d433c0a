import { debuglog } from 'node:util';
import { formatErrorLine } from './start-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints an error in one sentence. Returns the exit code: 2 for errors that the user can correct. `command` is the name of
 * the command, such as `user add`; `isForProgram`, whether the error is a line of JSON.
 */
export function reportFailure(
  error: unknown,
  terminal: Terminal,
  command: string,
  isForProgram = false,
): number {
  if (!(error instanceof Error))
    return reportFailure(new Error(String(error)), terminal, command, isForProgram);
  // `NODE_DEBUG=sparring` prints details.
  debuglog('sparring')('%O', error);
  if (isOfCommander(error)) {
    if (error.exitCode === 0) return 0;
    const sentence = formatSentence(error, command);
    if (isForProgram) terminal.printError(formatErrorLine(error, sentence));
    // Commander has already printed the help.
    else if (error.code !== 'commander.help') terminal.printError(`sparring: ${sentence}\n`);
    return 2;
  }
  const sentence = error.message.replaceAll('\n', ' ');
  terminal.printError(isForProgram ? formatErrorLine(error, sentence) : `sparring: ${sentence}\n`);
  return CORRECTABLE.has(error.name) ? 2 : 1;
}

/** By name: an error of a worker has lost its class. */
const CORRECTABLE: ReadonlySet<string> = new Set(['UsageError', 'DatabaseError', 'StoreUnavailableError']);

function isOfCommander(error: Error): error is Error & { code: string; exitCode: number } {
  return 'code' in error && String(error.code).startsWith('commander.') && 'exitCode' in error;
}

/** Commander's `error: unknown option '--prot'\n(Did you mean --port?)` as one sentence, with what to do next. */
function formatSentence({ code, message }: { code: string; message: string }, command: string): string {
  const sentence = message
    .replace(/^error: /, '')
    .replace('\n(Did you', ' (did you')
    .replace('. Expected', ': expected')
    .replace(/ argument missing$/, ' needs a value')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `${sentence}${sentence.includes('did you mean') ? '' : chooseAdvice(code, command)}.`;
}

function chooseAdvice(code: string, command: string): string {
  if (code === 'commander.unknownOption' && command === 'run')
    return '; name the command after --: sparring run -- COMMAND';
  if (code === 'commander.excessArguments' && command === 'stub')
    return "; quote the method and the path: sparring stub 'GET /users'";
  return SEE_HELP.has(code) ? `; see: sparring help ${command}` : '';
}

const SEE_HELP: ReadonlySet<string> = new Set([
  'commander.unknownOption',
  'commander.unknownCommand',
  'commander.missingArgument',
  'commander.excessArguments',
]);
