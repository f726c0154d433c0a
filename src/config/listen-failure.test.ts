import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createListenFailure } from './listen-failure.ts';
import { UsageError } from './usage-error.ts';

const ADDRESS = { host: ['127.0.0.1', '::1'], port: 80, accountsPort: 81, controlPort: 82, tlsPort: 83 };

const NAMES = {
  host: '--host',
  port: '--port',
  accountsPort: '--accounts-port',
  controlPort: '--control-port',
  tlsPort: '--tls-port',
};

const errorOf = (members: object) => Object.assign(new Error('failed'), members);

const sentenceOf = (members: object, names: object = {}) => {
  const failure = createListenFailure(errorOf(members), ADDRESS, { ...NAMES, ...names });
  return failure instanceof UsageError ? failure.message : undefined;
};

describe('an address that cannot be bound', () => {
  it('is named with its setting, whichever system call fails', () => {
    for (const syscall of ['listen', 'bind'])
      for (const [port, name] of [
        [80, '--port'],
        [81, '--accounts-port'],
        [82, '--control-port'],
        [83, '--tls-port'],
      ] as const)
        assert.equal(
          sentenceOf({ syscall, code: 'EACCES', address: '::1', port }),
          `Port ${port} on ::1 requires privileges; choose one above 1023 with ${name}.`,
        );
    for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
      assert.equal(
        sentenceOf({ syscall: 'getaddrinfo', code, hostname: 'none' }),
        'There is no host none; change --host.',
      );
    assert.equal(
      sentenceOf({ syscall: 'bind', code: 'EMFILE' }, { origins: ['PORT', 'HOST'] }),
      'Cannot listen on port 80 of 127.0.0.1,::1 (EMFILE); change --host or --port (from PORT and HOST).',
    );
  });

  it('keeps the code and the cause; other errors stay as they are', () => {
    const cause = errorOf({ syscall: 'bind', code: 'EADDRINUSE', address: '::1', port: 80 });
    const failure = createListenFailure(cause, ADDRESS, NAMES);
    assert.ok(failure instanceof UsageError);
    assert.deepEqual([failure.cause, failure.code], [cause, 'EADDRINUSE']);
    for (const members of [
      {},
      { code: 'EACCES' },
      { syscall: 'bind' },
      { syscall: 'open', code: 'EACCES' },
    ]) {
      const other = errorOf(members);
      assert.equal(createListenFailure(other, ADDRESS, NAMES), other);
    }
    assert.equal(createListenFailure('text', ADDRESS, NAMES), 'text');
  });
});
