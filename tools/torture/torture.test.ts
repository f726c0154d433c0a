import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArguments } from './arguments.ts';
import { Ledger } from './ledger.ts';
import { scenarios } from './scenarios.ts';

const options = parseArguments(['--rounds', '1', '--outage', '1', '--soak', '0']);

describe('npm run torture', () => {
  for (const [name, engine] of [
    ['kill-server', 'sqlite'],
    ['kill-postgres', 'postgres'],
  ] as const) {
    it(`${name} on ${engine}: every answer to a write is true`, async () => {
      const row = await scenarios.find((scenario) => scenario.name === name)?.run(engine, options);
      const { created = 0, lost, returned, phantoms, errors, findings, notes } = row ?? {};
      assert.deepEqual(
        { lost, returned, phantoms, errors, findings },
        { lost: 0, returned: 0, phantoms: 0, errors: 0, findings: [] },
        String(notes),
      );
      assert.ok(created > 0);
    });
  }
});

describe('the ledger', () => {
  const add = (ledger: Ledger, note: string) => ledger.created('mona', note, `token of ${note}`, 1);

  it('reports an acknowledged write that is missing, and a revoked token that is there', () => {
    const ledger = new Ledger();
    add(ledger, 'kept');
    add(ledger, 'lost');
    add(ledger, 'revoked');
    ledger.revoked('revoked');
    ledger.compare(
      'mona',
      new Map([
        ['kept', 1],
        ['revoked', 3],
      ]),
    );
    assert.deepEqual(ledger.violations, { lost: 1, returned: 1, phantoms: 0 });
  });

  it('reports a write that was answered 5xx and committed, unless its answer left that open', () => {
    const ledger = new Ledger();
    ledger.createFailed('mona', 'certain', false);
    ledger.createFailed('mona', 'open', true);
    add(ledger, 'certainly there');
    ledger.revokeFailed('certainly there', false);
    add(ledger, 'maybe there');
    ledger.revokeFailed('maybe there', true);
    ledger.compare(
      'mona',
      new Map([
        ['certain', 1],
        ['open', 2],
      ]),
    );
    assert.deepEqual(ledger.violations, { lost: 0, returned: 0, phantoms: 2 });
  });

  it('reports a revoked token that is accepted, but not by an answer to an older request', () => {
    const ledger = new Ledger();
    add(ledger, 'x');
    const version = ledger.version('x');
    ledger.revoked('x');
    ledger.used('x', true, version);
    assert.equal(ledger.violations.returned, 0);
    ledger.used('x', true, ledger.version('x'));
    assert.equal(ledger.violations.returned, 1);
  });
});
