import assert from 'node:assert/strict';
import { after, before, describe, it as runTest, type TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { CONFIGURATIONS, type Configuration, type ConfigurationName } from './configurations.ts';
import { type ConfiguredServer, startConfigured } from './configured-server.ts';

/** Why a rule does not hold in a configuration. It must fail there with a message that matches. */
export interface Exclusion {
  readonly reason: string;
  readonly error: RegExp;
}

export type Exclusions = { readonly [Name in ConfigurationName]?: Exclusion };

type TestBody = (server: ConfiguredServer, t: TestContext) => void | Promise<void>;

/** Declares a test of the server of the configuration. */
export type ConfiguredTest = (title: string, body: TestBody, exclusions?: Exclusions) => void;

export interface SuiteOptions {
  /** Options of each server, in addition to those of its configuration. */
  readonly options?: Partial<ServerOptions>;
  /** Leaves out the configurations without HTTP/2. Each proves, when it starts, that it does not accept HTTP/2. */
  readonly http2?: true;
  /** Configurations in which the server does not start with these options. */
  readonly exclusions?: Exclusions;
}

/** Declares the tests for each configuration. They share one server; the configurations run concurrently. */
export function inConfigurations(
  { options = {}, http2, exclusions = {} }: SuiteOptions,
  declare: (it: ConfiguredTest, configuration: Configuration) => void,
): void {
  const configurations: readonly (Configuration & { readonly name: ConfigurationName })[] = CONFIGURATIONS;
  /** One server starts after the other, because each start occupies the process, and short time limits elapse meanwhile. */
  let started: Promise<void> = Promise.resolve();
  describe('in each configuration', { concurrency: true }, () => {
    for (const configuration of configurations) {
      if (http2 && !configuration.http2) continue;
      const excluded = exclusions[configuration.name];
      if (excluded) {
        runTest(`${configuration.name}: excluded, because ${excluded.reason}`, () =>
          assertExcluded(excluded, async () => {
            await (await startConfigured(configuration, options)).close();
          }),
        );
        continue;
      }
      describe(configuration.name, { concurrency: 1 }, () => {
        let server: ConfiguredServer | undefined;
        before(async () => {
          const starting = started.then(() => startConfigured(configuration, options));
          started = starting.then(
            () => {},
            () => {},
          );
          server = await starting;
        });
        after(() => server?.close());
        declare((title, body, excludedFrom = {}) => {
          const run = async (t: TestContext) => {
            assert.ok(server, 'the server has started');
            await body(server, t);
          };
          const exclusion = excludedFrom[configuration.name];
          if (exclusion)
            runTest(`${title}: excluded, because ${exclusion.reason}`, (t) =>
              assertExcluded(exclusion, () => run(t)),
            );
          else runTest(title, run);
        }, configuration);
      });
    }
  });
}

/** @throws if the action succeeds, or fails in another way. */
export async function assertExcluded(
  { reason, error }: Exclusion,
  action: () => Promise<void>,
): Promise<void> {
  const failure = await action().then(
    () => undefined,
    (thrown: unknown) => ({ thrown }),
  );
  if (!failure) throw new Error(`The exclusion is not needed: ${reason}`);
  if (!error.test(String(failure.thrown))) throw failure.thrown;
}
