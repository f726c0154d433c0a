import { writeSync } from 'node:fs';
import { openStore } from '#accounts/storage/open.ts';

/**
 * Run as `node revocation.ts DATABASE OPERATION`: prints a line, and revokes all tokens of the first application, or replaces
 * an empty store by a snapshot of the records.
 */
const [database = '', operation] = process.argv.slice(2);
const store = await openStore(database);
const full = operation === 'restore' ? await store.snapshot() : undefined;
if (full) await store.clear();
const [application] = full ? [] : await store.applications.list();
writeSync(1, 'begin\n');
if (full) await store.restore(full);
else await store.applications.revokeAll(application?.id ?? 0);
writeSync(1, 'end\n');
