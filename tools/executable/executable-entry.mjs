// The main module of the single executable.

import { main } from '#cli/main.ts';
import parent from '../../bin/parent.cjs';
import { nodeAdapters } from './executable-node-adapters.mjs';

// Without a script: `process.argv` has the executable twice. A worker has it three times, because `fork` takes the second one
// for a script.
const isWorker = process.argv[2] === process.argv[1];
const args = process.argv.slice(isWorker ? 3 : 2);
if (args[0] === '--watchdog') {
  process.argv.splice(2, 1);
  await import('../../bin/watchdog.cjs');
} else if (args[0] === '--adapter') {
  // An adapter of the conformance suite that Node runs: the executable is the only Node of the machine.
  await nodeAdapters[args[1]]();
} else {
  parent.endWithParent();
  await main(args);
}
