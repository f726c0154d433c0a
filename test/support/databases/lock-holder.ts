import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Run as `node lock-holder.ts FILE`: takes the write lock of the file, prints a line, and waits for the end of its input. */
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('begin immediate');
writeSync(1, 'locked\n');
process.stdin.resume();
