import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStoreError, findFailureKind, isConflict } from './failure-kinds.ts';

const withMembers = (members: object, message = 'x') => Object.assign(new Error(message), members);

describe('the kind of a failure', () => {
  const states = {
    connection: ['08000', '08003', '08006', '08P01', '28P01', '3D000', '57P01', '57P02', '57P03', '25P03'],
    overload: ['53000', '53200', '53300', '53400'],
    full: ['53100'],
    timeout: ['57014'],
    locked: ['55P03'],
    conflict: ['40001', '40P01'],
    readOnly: ['25006'],
    device: ['58000', '58030'],
  };
  for (const [kind, codes] of Object.entries(states))
    it(`of PostgreSQL is ${kind} for ${codes.join(', ')}`, () => {
      for (const code of codes) assert.equal(findFailureKind(withMembers({ code })), kind, code);
    });

  const results = {
    locked: [5, 261, 517],
    readOnly: [8, 1032],
    device: [10, 778, 14],
    full: [13],
    damaged: [11, 267, 26],
  };
  for (const [kind, codes] of Object.entries(results))
    it(`of SQLite is ${kind} for ${codes.join(', ')}`, () => {
      for (const errcode of codes)
        assert.equal(
          findFailureKind(withMembers({ code: 'ERR_SQLITE_ERROR', errcode })),
          kind,
          String(errcode),
        );
    });

  it('of a socket is connection', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])
      assert.equal(findFailureKind(withMembers({ code, syscall: 'connect' })), 'connection', code);
    const each = withMembers({ code: 'ECONNREFUSED', syscall: 'connect' });
    assert.equal(findFailureKind(new AggregateError([each, each])), 'connection');
    assert.equal(findFailureKind(withMembers({ code: 'ERR_STREAM_DESTROYED' })), 'connection');
  });

  it('of pg without a code is known by its message', () => {
    for (const message of [
      'Connection terminated',
      'Connection terminated unexpectedly',
      'Connection terminated due to connection timeout',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
    ])
      assert.equal(findFailureKind(new Error(message)), 'connection', message);
    assert.equal(findFailureKind(new Error('timeout exceeded when trying to connect')), 'overload');
  });

  it('is none for errors of the operation', () => {
    for (const error of [
      withMembers({ code: '23505' }),
      withMembers({ code: '42P01' }),
      withMembers({ code: '22P02' }),
      withMembers({ code: 'ERR_SQLITE_ERROR', errcode: 1555 }),
      withMembers({ code: 'ERR_SQLITE_ERROR', errcode: 1 }),
      withMembers({ code: 'ERR_INVALID_ARG_TYPE' }),
      new TypeError('undefined is not a function'),
      'text',
    ])
      assert.equal(findFailureKind(error), undefined, String(error));
  });

  it('of a conflict is known through the error of the store', () => {
    const cause = withMembers({ code: '40001' });
    assert.equal(isConflict(createStoreError('conflict', cause)), true);
    assert.equal(isConflict(createStoreError('connection', withMembers({ code: '08006' }))), false);
  });
});

it('the error of an uncertain commit says that the change may have been made', () => {
  assert.match(
    createStoreError('connection', undefined, true).message,
    /^The connection .* may have been made/,
  );
  assert.match(
    createStoreError('device', undefined, true).message,
    /^The database failed .* may have been made/,
  );
  assert.doesNotMatch(createStoreError('connection', undefined).message, /may have been made/);
});
