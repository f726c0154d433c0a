// Runs what ships: the bundle that `npm start` has just made sure of. The launcher in bin/ prefers the source, for those
// who work on it.
import parent from '../bin/parent.cjs';
import { main } from '../dist/cli.js';

parent.endWithParent(true);
await main(process.argv.slice(2));
