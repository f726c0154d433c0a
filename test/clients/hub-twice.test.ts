import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/commands/command.ts';
import { signInWithHub } from './hub.ts';
import { serveClients } from './server.ts';

describe('acceptance 3: hub twice from one machine', () => {
  it('rejects the note the second time, and hub gets its token with a numbered note', async (t) => {
    const server = await serveClients(t);
    const first = await signInWithHub(t, server, await temporaryFolder(t));
    if (first === undefined) return;
    const second = await signInWithHub(t, server, await temporaryFolder(t));

    assert.notEqual(first, second);
    assert.deepEqual(
      server.calls.filter((call) => call.startsWith('POST')),
      ['POST /authorizations 201', 'POST /authorizations 422', 'POST /authorizations 201'],
    );
    const { items } = await server.store.authorizations.list(server.user.id, { page: 1, perPage: 100 });
    const [note, numbered] = items.map((item) => item.note);
    assert.match(note ?? '', /^hub for \S+@\S+$/);
    assert.equal(numbered, `${note} 2`);
  });

  it('hub keeps an existing token', async (t) => {
    const server = await serveClients(t);
    const home = await temporaryFolder(t);
    const first = await signInWithHub(t, server, home);
    if (first === undefined) return;
    assert.equal(await signInWithHub(t, server, home), first);
    assert.deepEqual(server.calls, [
      'POST /authorizations 201',
      'GET /user 200',
      'GET /user 200',
      'GET /user 200',
    ]);
  });
});
