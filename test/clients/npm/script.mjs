import { createInterface } from 'node:readline';

/** Imports a package; if it is not installed, the script ends like a shell without the command. */
export async function load(name) {
  try {
    return await import(name);
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') process.exit(127);
    throw error;
  }
}

/** Runs the task of the command line, and prints its result as JSON. */
export async function run(tasks) {
  const outcome = await tasks[process.argv[2]]();
  // A prompt may have left an unfinished line.
  console.log(`\n${JSON.stringify(outcome)}`);
  process.stdin.destroy();
}

/** Prompts for the one-time password. */
export const askCode = () => ask('code: ');

export function ask(question) {
  const lines = createInterface({ input: process.stdin });
  process.stderr.write(question);
  return new Promise((resolve) =>
    lines.once('line', (line) => {
      lines.close();
      resolve(line.trim());
    }),
  );
}
