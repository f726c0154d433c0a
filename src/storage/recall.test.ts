import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { NewUser } from '../authorizations/store.ts';
import { openStore } from './open.ts';
import { Recall } from './recall.ts';

const mona: NewUser = {
  login: 'mona',
  name: null,
  email: null,
  siteAdmin: false,
  passwordHash: 'first',
  twoFactor: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

describe('what was read by key', () => {
  it('is given again without a read, until the state changes', () => {
    let [state, reads] = [1, 0];
    const recall = new Recall<{ reads: number }>(() => state);
    const get = () => recall.get('key', () => ({ reads: ++reads }));
    assert.deepEqual([get(), get()], [{ reads: 1 }, { reads: 1 }]);
    state = 2;
    assert.deepEqual(get(), { reads: 2 });
  });

  it('is read each time while the state cannot be told, and when there was nothing', () => {
    let reads = 0;
    const blind = new Recall<object>(() => undefined);
    blind.get('key', () => ({ reads: ++reads }));
    blind.get('key', () => ({ reads: ++reads }));
    const recall = new Recall<object>(() => 1);
    const nothing = () => {
      reads++;
      return undefined;
    };
    recall.get('key', nothing);
    recall.get('key', nothing);
    assert.equal(reads, 4);
  });

  it('cannot be changed by whoever gets it', () => {
    const recall = new Recall<{ list: string[] }>(() => 1);
    recall.get('key', () => ({ list: ['a'] }));
    const again = recall.get('key', () => undefined);
    assert.throws(() => again && 'list' in again && again.list.push('b'), TypeError);
  });

  it('is not what it was after a write of this process', async (t) => {
    const store = await openStore('memory');
    t.after(() => store.close());
    const user = await store.users.add(mona);
    assert.equal((await store.users.credentials('mona')).user?.passwordHash, 'first');
    await store.users.update(user?.id ?? 0, { passwordHash: 'second' });
    assert.equal((await store.users.credentials('mona')).user?.passwordHash, 'second');
    await store.signInFailures.attempt('other', { at: 1, window: 1000, limit: 10 });
    assert.equal((await store.users.credentials('mona')).user?.passwordHash, 'second');
  });

  it('is not what it was in the turn after a write of another process', async (t) => {
    const database = `sqlite:${path.join(await folder(t), 'store.db')}`;
    const [one, other] = [await openStore(database), await openStore(database)];
    t.after(() => Promise.all([one.close(), other.close()]));
    const user = await one.users.add(mona);
    assert.equal((await one.users.credentials('mona')).user?.passwordHash, 'first');
    await other.users.update(user?.id ?? 0, { passwordHash: 'second' });
    await turn();
    assert.equal((await one.users.credentials('mona')).user?.passwordHash, 'second');
  });
});

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'sparring-recall-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}
