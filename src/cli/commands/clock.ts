import type { Command } from 'commander';
import { quote, UsageError } from '../../config/usage-error.ts';
import { longDuration } from '../../config/value-types.ts';
import { didYouMean } from '../../http/syntax/closest-match.ts';
import { parseTimestamp, timestampExpectation } from '../../http/syntax/timestamp.ts';
import { addControlOptions, type ControlOptions, callOperation, requireServer } from '../control-client.ts';
import { toPlainText } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function addClock(program: Command, terminal: Terminal): void {
  const command = program
    .command('clock [ACTION] [TIME]')
    .description(
      'Prints or changes the clock of a running server. ACTION is freeze [TIME], set TIME, advance DURATION or release.',
    );
  addControlOptions(command).action(
    async (action: string | undefined, time: string | undefined, options: ControlOptions) => {
      const url = requireServer(options, command, terminal);
      const { changeClock, readClock } = await import('../../operations/clock.ts');
      const operation = action === undefined ? readClock : changeClock;
      const input = action === undefined ? {} : toChange(action, time);
      const { now, mode } = await callOperation(terminal, url, operation, { input, options, noun: 'a time' });
      terminal.print(`${toPlainText(now)}  ${mode}\n`);
    },
  );
}

const ACTIONS = ['freeze', 'set', 'advance', 'release'];

function toChange(action: string, time: string | undefined): object {
  if (!ACTIONS.includes(action)) {
    throw new UsageError(
      `The clock actions are ${ACTIONS.join(', ')}, not ${quote(action)}${didYouMean(action, ACTIONS)}.`,
    );
  }
  if (time === undefined) {
    if (action === 'freeze' || action === 'release') return { [action]: true };
    throw new UsageError(
      `The action ${action} requires ${action === 'set' ? 'a TIME' : 'a DURATION, such as 15m'}.`,
    );
  }
  if (action === 'release') throw new UsageError('The action release has no TIME.');
  const isFit = action === 'advance' ? longDuration.read(time) : parseTimestamp(time);
  if (isFit === undefined) {
    const expected = action === 'advance' ? longDuration.expects : timestampExpectation;
    throw new UsageError(`The argument of ${action} must be ${expected}, not ${quote(time)}.`);
  }
  return { [action]: time };
}
