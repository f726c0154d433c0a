import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultServerSettings } from '#config/settings/settings.ts';
import { createRuntime } from '#runtime.ts';
import { createLocalState } from '#shared/local-state.ts';
import { createConnection } from './connection.ts';
import { portsOf } from './services-by-port.ts';

it('bins have ports of their own only on loopback, and where this process opens the ports', () => {
  const options = {
    ...defaultServerSettings(),
    runtime: createRuntime(),
    log: { info() {}, warn() {}, error() {} },
    shared: createLocalState(),
    environment: {},
  };
  const hasPorts = (isLoopback: boolean, worker?: number) => {
    const openScopePorts = () => assert.fail('no port is opened');
    const connection = createConnection(
      { ...options, shared: { worker } },
      undefined,
      portsOf(options),
      isLoopback,
      openScopePorts,
    );
    assert.equal(connection.openScopePorts !== undefined, connection.hasScopePorts);
    return connection.hasScopePorts;
  };
  assert.deepEqual([hasPorts(true), hasPorts(false), hasPorts(true, 1)], [true, false, false]);
});
