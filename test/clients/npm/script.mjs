import { createInterface } from 'node:readline';

/** A package; where it is not installed the script ends as a shell does for a missing command. */
export async function load(name) {
  try {
    return await import(name);
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') process.exit(127);
    throw error;
  }
}

/** Does the task that the command line names, and prints its outcome as JSON. */
export async function run(tasks) {
  const outcome = await tasks[process.argv[2]]();
  // A question may have left the line unfinished.
  console.log(`\n${JSON.stringify(outcome)}`);
  process.stdin.destroy();
}

/** Asks whoever runs the script for the one-time password. */
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
