/**
 * Runs commands one after the other in a process that does nothing else, and prints the result of each as a line of JSON.
 * A command that waits for something that does not keep the process alive ends the process without its line.
 */
import { Readable } from 'node:stream';
import { main, runCommand } from '#cli/main.ts';
import { start } from '#library/index.ts';

// A worker of one of the commands has the arguments of a worker.
const commands: readonly (readonly string[])[] = process.connected ? [] : JSON.parse(process.argv[2] ?? '[]');
if (process.connected) await main(process.argv.slice(2));

for (const [name = '', ...args] of commands) {
  const output = { out: '', err: '' };
  const code =
    name === 'start()'
      ? await startLibrary(args[0] ?? '')
      : await runCommand([name, ...args], {
          print: (text) => {
            output.out += text;
          },
          printError: (text) => {
            output.err += text;
          },
          showStatus() {},
          bold: (text) => text,
          paint: (_color, text) => text,
          isTerminal: false,
          outputClosed: new AbortController().signal,
          input: Readable.from([]),
          variables: { HOME: process.env.HOME },
        });
  process.stdout.write(`${JSON.stringify({ code, ...output })}\n`);

  async function startLibrary(database: string): Promise<number> {
    try {
      await (await start({ database, port: 0 })).close();
      return 0;
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      output.err = `${name}: ${message}\n`;
      return 2;
    }
  }
}
