// Runs the bundle that `npm start` has just updated. The launcher in bin/ would run the source instead, for
// development.
import parent from '../bin/parent.cjs';
import { main } from '../dist/cli.js';

parent.endWithParent(true);
await main(process.argv.slice(2));
