import type { RequestAssertions, RequestMatchers, RequestReceiver } from './matchers.d.ts';
import type { FixtureOptions, TestServer } from './test-server.d.ts';

export type { FixtureOptions, TestServer } from './test-server.d.ts';

export interface TestFixtures {
  readonly sparring: TestServer;
}

export type TestBody = (fixtures: TestFixtures) => unknown;

/** Registers a test. */
export interface SparringRegister {
  (name: string, body: TestBody, timeout?: number): void;
  readonly each: SparringEach;
}

/** Registers a test for each row of a table. The values of the row follow the fixtures. */
export interface SparringEach {
  <Row = Readonly<Record<string, unknown>>>(
    headings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): (name: string, body: (fixtures: TestFixtures, row: Row) => unknown, timeout?: number) => void;
  <Row extends [unknown] | readonly unknown[]>(
    rows: readonly Row[],
  ): (name: string, body: (fixtures: TestFixtures, ...row: Row) => unknown, timeout?: number) => void;
  <Row>(
    rows: readonly Row[],
  ): (name: string, body: (fixtures: TestFixtures, row: Row) => unknown, timeout?: number) => void;
}

/** `test` of Jest, with a server. The requests that it received are appended to the error of a test that fails. */
export interface SparringTest extends SparringRegister {
  readonly only: SparringRegister & { readonly failing: SparringRegister };
  readonly skip: SparringRegister & { readonly failing: SparringRegister };
  readonly failing: SparringRegister;
  /** Requires `createTest({ isolation: 'bin' })`. */
  readonly concurrent: SparringRegister & {
    readonly only: SparringRegister;
    readonly skip: SparringRegister;
  };
  todo(name: string): void;
}

/** Tests with a server in memory on a free port. */
export declare const test: SparringTest;

/** The same with TLS; clients trust the file `caPath`. */
export declare const testTls: SparringTest;

/** Creates a `test` function with a server of its own, such as `createTest({ seed: 'accounts.yaml' })`. */
export declare function createTest(options?: FixtureOptions): SparringTest;

/** `expect` of Jest, as the project has its types: those of `@jest/globals`, or the global ones of `@types/jest`. */
export type SparringExpect = GlobalExpect extends (received: never) => unknown
  ? GlobalExpect
  : string extends keyof ModuleExpect
    ? (received: RequestReceiver) => RequestAssertions
    : ModuleExpect;

/** `expect` of Jest with matchers for the requests that a server, a bin or a journal has received. */
export declare const expect: SparringExpect;

type GlobalExpect = jest.Expect;

// @ts-ignore In a project without this package, it has all keys, as any has.
type ModuleExpect = typeof import('@jest/globals').expect;

// @ts-ignore The matchers of the types that `@jest/globals` has; without these types, nothing.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends RequestMatchers<R> {}
}

declare global {
  // The types of Jest for its global functions.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: The declaration that this one extends has the same parameters.
    interface Matchers<R, T = {}> extends RequestMatchers<R> {}
    interface Expect {}
  }
}
