import type { OperationMethods } from '#types/index.ts';

/**
 * A method of the library that calls an operation. A method whose result is no promise is synchronous: the
 * operation must throw its errors, and have its result, before it returns.
 */
export interface LibraryMethod {
  /** In TypeScript, with the names of the published types. */
  readonly signature: `(${string}): ${string}`;
  /** What the method does. By default, the summary of the operation. */
  readonly sentence?: string;
  /** The input of the operation. By default, the first argument, or no member for a method without parameters. */
  input?(...args: unknown[]): unknown;
  /** The result of the method. By default, the output of the operation. */
  output?(output: unknown): unknown;
}

/**
 * The methods of an operation, by name: a member of the server, such as `reset`, or of one of its objects, such as
 * `clock.advance`. `npm run docs` prints their signatures into the published types, by which the compiler checks the
 * functions.
 */
export type LibraryMethods<Output> = {
  readonly [Name in MethodName]?: Declaration<SignatureOf<Name>, Output>;
};

type MethodName = {
  [Name in keyof OperationMethods & string]: OperationMethods[Name] extends Method
    ? Name
    : `${Name}.${keyof OperationMethods[Name] & string}`;
}[keyof OperationMethods & string];

type SignatureOf<Name extends string> = Name extends keyof OperationMethods
  ? OperationMethods[Name]
  : Name extends `${infer Group extends keyof OperationMethods}.${infer Member}`
    ? OperationMethods[Group][Member & keyof OperationMethods[Group]]
    : never;

type Method = (...args: never) => unknown;

type Declaration<Signature, Output> = Signature extends Method
  ? Omit<LibraryMethod, 'input' | 'output'> & {
      input?(...args: Parameters<Signature>): object;
    } & Conversion<Awaited<ReturnType<Signature>>, Output>
  : never;

/** An output of another type than the result needs a conversion. The output is ignored if there is no result. */
type Conversion<Result, Output> = undefined extends Result
  ? { output?(output: Output): Result }
  : Output extends Result
    ? { output?(output: Output): Result }
    : { output(output: Output): Result };
