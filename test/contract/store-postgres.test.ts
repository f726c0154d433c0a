import { openEmptyTables, postgresConcurrency } from '../support/databases/postgres.ts';
import { storeContract } from './store.ts';

storeContract({
  name: 'PostgreSQL',
  isShared: true,
  concurrency: postgresConcurrency(),
  open: openEmptyTables,
});
