import type { Command } from 'commander';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  requireServer,
} from '../control/control-client.ts';
import { replaceControls } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { operationCommands } from './operation-commands.ts';

/** The commands that operations declare. An operation is loaded when its command runs. */
export function addOperationCommands(program: Command, terminal: Terminal): void {
  for (const { usage, description, load } of operationCommands) {
    const command = program.command(usage).description(description);
    addControlOptions(command).action(async () => {
      const options = command.opts<ControlOptions>();
      const url = requireServer(options, command, terminal);
      const operation = await load();
      if (!operation.command) return;
      const { input, noun, print, withoutArguments = operation } = operation.command;
      const { args } = command;
      const called = args.length === 0 ? withoutArguments : operation;
      const request = { input: input?.(...args) ?? {}, options, noun };
      const lines = print(await callOperation(terminal, url, called, request)).split('\n');
      terminal.print(lines.map((line) => `${replaceControls(line)}\n`).join(''));
    });
  }
}
