import { storeContract } from './store.ts';

storeContract({ name: 'SQLite in memory', isShared: false, concurrency: 1, open: async () => 'memory' });
