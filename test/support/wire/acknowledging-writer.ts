import { writeSync } from 'node:fs';
import { openStore } from '#accounts/storage/open.ts';
import { tokenMaker } from '../../contract/engine.ts';

/**
 * Run as `node acknowledging-writer.ts DATABASE NAME COUNT`: adds personal tokens to the first user, and prints the
 * digest of each one after it is acknowledged.
 */
const [database = '', name = '', count = 'Infinity'] = process.argv.slice(2);
const store = await openStore(database);
const [user] = await store.users.list();
const token = tokenMaker();
for (let made = 0; user !== undefined && made < Number(count); made++) {
  const { hashedToken, ...rest } = token({ userId: user.id });
  const added = await store.authorizations.create({ ...rest, hashedToken: `${name}${hashedToken}` });
  writeSync(1, `${added?.hashedToken}\n`);
}
await store.close();
