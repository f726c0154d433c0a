import type { FixtureOptions, TestServer } from './test-server.d.ts';

export type { FixtureOptions, TestServer } from './test-server.d.ts';

/** The part of the context of node:test that the fixture uses. */
export interface TestContextLike {
  readonly error?: (Error & { readonly cause?: unknown }) | null | undefined;
  after(action: () => void): void;
}

/**
 * Resolves with the server for a test; further calls by the same test return the same server. The requests that it
 * received are appended to the error of a test that fails.
 */
export type SparringFixture = (t: TestContextLike) => Promise<TestServer>;

/** A server in memory on a free port. */
export declare const sparring: SparringFixture;

/** The same with TLS; clients trust the file `caPath`. */
export declare const sparringTls: SparringFixture;

/**
 * Creates a fixture with a server of its own, such as `createSparring({ seed: 'accounts.yaml' })`. Call it outside of
 * tests: the server closes after the last test of the file, or of the suite that encloses the call.
 */
export declare function createSparring(options?: FixtureOptions): SparringFixture;
