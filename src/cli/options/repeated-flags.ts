import type { Command } from 'commander';
import { UsageError } from '#config/usage-error.ts';

/** Collects the values of a flag that may be repeated. After `--no-…`, the value before is false. */
export function collect(value: string, before: readonly string[] | false = []): string[] {
  return [...(before || []), value];
}

/** Rejects flags that are repeated, in a command and those below it: without this, the last value replaces the others. */
export function rejectRepeatedFlags(command: Command): void {
  for (const option of command.options) {
    const { long, required, variadic, parseArg } = option;
    // A switch has no value that could be lost.
    if (!required || variadic || parseArg === collect) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new UsageError(`${long} is given more than once; keep one of them.`);
      isGiven = true;
    });
  }
  for (const each of command.commands) rejectRepeatedFlags(each);
}
