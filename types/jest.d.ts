import type { FixtureOptions, TestServer } from './test-server.d.ts';

export type { FixtureOptions, TestServer } from './test-server.d.ts';

export type TestBody = (fixtures: { readonly sparring: TestServer }) => unknown;

type Register = (name: string, body: TestBody, timeout?: number) => void;

/** `test` of Jest, with a server. The requests that it received are appended to the error of a test that fails. */
export type SparringTest = Register & { readonly only: Register; readonly skip: Register };

/** Tests with a server in memory on a free port. */
export declare const test: SparringTest;

/** The same with TLS; clients trust the file `caPath`. */
export declare const testTls: SparringTest;

/** Creates a `test` function with a server of its own, such as `createTest({ seed: 'accounts.yaml' })`. */
export declare function createTest(options?: FixtureOptions): SparringTest;
