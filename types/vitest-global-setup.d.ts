import type { StartOptions } from './index.ts';

/** What `inject('sparring')` returns in the tests. */
export interface GlobalServer {
  readonly url: string;
  /** The URL of the API and its pages. */
  readonly accountsUrl: string;
  /** The URL of the control API. */
  readonly controlUrl: string;
  /** The file of the certificate authority; undefined without TLS. */
  readonly caPath: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    sparring: GlobalServer;
  }
}

/** The part of Vitest's project that the set-up uses. */
export interface GlobalSetupProject {
  provide(key: 'sparring', value: GlobalServer): void;
  onTestsRerun(listener: () => Promise<void>): void;
}

/** Starts a server before all test files; resolves with the function that closes it. */
export type GlobalSetup = (project: GlobalSetupProject) => Promise<() => Promise<void>>;

/** Creates a global set-up whose server has these options. Export it as the default of a file that `globalSetup` names. */
export declare function createGlobalSetup(options?: StartOptions): GlobalSetup;

declare const setup: GlobalSetup;
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export.
export default setup;
