import type { Schedule } from '#accounts/domain/lifecycle/schedule.ts';
import type { Store } from '#accounts/store/index.ts';
import type { Settings } from '#config/settings/settings.ts';
import { ofKind } from '#config/usage-error.ts';
import type { Seed } from '#control/seed/seed.ts';
import { addStarter, type Starter } from '#control/seed/starter.ts';
import type { Log, Service } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { ServerAddresses } from '#server/ports.ts';
import type { RunningServer } from '#server/server.ts';
import type { RequestLines } from './request-lines.ts';

/** A running server, in this process or in workers. */
export interface Serving {
  readonly address: ServerAddress;
  /** The database of the server, until `begin`. */
  readonly store: Store;
  /** Called once, after the start. A reset adds the starter again. */
  begin(starter: Starter | undefined): Promise<void>;
  /**
   * Waits for requests in progress, then ends the server.
   * @param grace maximum time to wait, in milliseconds; by default, the longest delay and a second
   */
  close(signal: NodeJS.Signals | undefined, grace?: number): Promise<void>;
}

/** Where clients reach a server. */
export interface ServerAddress
  extends Pick<RunningServer, keyof ServerAddresses | 'caPath' | 'tlsFolder' | 'hasScopePorts'> {
  readonly services: readonly Pick<Service, 'name' | 'prefix' | 'extension'>[];
}

export interface ServeOptions {
  readonly settings: Settings;
  readonly seed: Seed | undefined;
  readonly lifecycle: Schedule;
  /** Origins of host and port, if unusual. */
  readonly origins: readonly string[];
  readonly runtime: Runtime;
  readonly log: Log;
  /** The token by which the commands of this user call the control API. */
  readonly commandToken: string;
  /** Prints the requests on a terminal. Workers log them instead. */
  readonly requestLines?: RequestLines | undefined;
}

/** The seed and the starter of a server, as the function that writes them to an empty store. */
export function createPrepare(
  { settings, seed, runtime }: Pick<ServeOptions, 'settings' | 'seed' | 'runtime'>,
  findStarter: () => Starter | undefined,
): (store: Store) => Promise<void> {
  const { passwordCost } = settings;
  return async (store) => {
    if (seed !== undefined) {
      const { applySeed } = await import('#control/seed/seed.ts');
      await ofKind('seed', () => applySeed({ store, runtime, passwordCost }, seed));
    }
    const starter = findStarter();
    if (starter) await addStarter(starter, store, runtime, passwordCost);
  };
}

/** The flags of host and ports. */
export const PORT_NAMES = {
  host: '--host',
  port: '--port',
  accountsPort: '--accounts-port',
  controlPort: '--control-port',
  tlsPort: '--tls-port',
};
