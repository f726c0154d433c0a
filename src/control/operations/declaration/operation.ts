import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import type { ResponseDeclarations } from '#http/message/response.ts';
import type { Comparison } from '#http/routing/comparison.ts';
import type { Example } from '#http/routing/endpoint.ts';
import type { ErrorCode } from '../state/errors.ts';
import type { OperationContext } from './context.ts';

/** The caller of an operation. */
export interface OperationCall {
  /** Aborted when the caller is gone or the server closes. */
  readonly signal: AbortSignal;
  /** The origin by which the caller reaches the control API. */
  readonly origin: string;
  /** The token of the caller; undefined without one. */
  readonly token?: string | undefined;
  /** Whether the caller is a program on this machine, as far as the server can know. */
  readonly isLocal: boolean;
}

/** The endpoint of an operation in the control API. */
export interface HttpBinding<Member extends string = string> {
  /** Such as `GET /_sparring/snapshots/{id}`. The members of the input that it names are parameters of the path. */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /_sparring${string}`;
  readonly tag: string;
  readonly description?: string;
  /** The members in the query; by default, all members for GET and DELETE, and none otherwise. */
  readonly query?: readonly Member[];
  /** The member that is the body; by default, the body is an object of the members that are neither in path nor query. */
  readonly body?: Member;
  /**
   * A body that is checked before its operation, because each request is compared with it; errors get 400. With `isChecked:
   * false`, the operation checks it.
   */
  readonly bounded?: { readonly description: string; readonly maxSize: number; readonly isChecked?: false };
  /** Whether the operation waits: a server that closes ends it. */
  readonly waits?: true;
  /** The status of the response, or its description if it has no content. */
  readonly success?: 200 | 201 | string;
  /** Responses besides the success and the errors of the operation. */
  readonly responses?: ResponseDeclarations;
  readonly compare?: Comparison;
  readonly examples: readonly Example[];
}

/** The command of an operation: it calls a running server, and prints the output. It has data and pure functions only. */
export interface OperationCommand<Output = unknown> {
  /** Name and arguments, such as `clock [ACTION] [TIME]`. */
  readonly usage: string;
  /** One sentence or more. */
  readonly description: string;
  /** What the operation returns, with its article, for the error of a response that does not match: `a time`. */
  readonly noun: string;
  /** The operation that is called without arguments; by default, the same. */
  readonly withoutArguments?: Operation;
  /** The input, by the arguments; by default, no member. @throws UsageError */
  input?(...args: (string | undefined)[]): object;
  /** The output as lines of text. */
  print(output: Output): string;
}

/**
 * An operation on a running server, declared once. The endpoint of the control API is derived from it, and its
 * command, which calls the endpoint. The methods of the library call it.
 */
export interface Operation<
  Input extends TObject = TObject,
  Result = unknown,
  Output extends TSchema | undefined = TSchema | undefined,
  Context = OperationContext,
> {
  /** Group and verb, such as `clock.change`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Published and checked by every surface. */
  readonly input: Input;
  /** Undefined for an operation without a result. */
  readonly output: Output;
  /** The errors of the operation itself. Every surface adds those of its callers. */
  readonly errors: readonly ErrorCode[];
  readonly http: HttpBinding;
  readonly command?: OperationCommand;
  /** The path of a created resource, by the result; undefined for several. */
  location?(result: Awaited<Result>): string | undefined;
  /** Sends a result that is not the JSON of its schema. */
  send?(exchange: Exchange, result: Awaited<Result>): void | Promise<void>;
  /** @throws OperationError, InputError, and UsageError for input that matches the schema and is invalid all the same */
  run(input: Static<Input>, context: Context, call: OperationCall): Result;
}

type Declaration<Input extends TObject, Output extends TSchema | undefined, Result, Context> = Omit<
  Operation<Input, Result, Output, Context>,
  'output' | 'http' | 'errors' | 'command'
> & {
  readonly output?: Output;
  readonly errors?: readonly ErrorCode[];
  readonly http: HttpBinding<keyof Static<Input> & string>;
  readonly command?: OperationCommand<Output extends TSchema ? Static<Output> : undefined>;
};

/** What `run` may return: the output or a promise of it. */
type ResultOf<Output> = Output extends TSchema
  ? Static<Output> | Promise<Static<Output>>
  : void | Promise<void>;

/** Declares an operation. The type of the parameter `context` names the dependencies, of which all are available by default. */
export function operation<
  Input extends TObject,
  Result extends ResultOf<Output>,
  const Output extends TSchema | undefined = undefined,
  Context = OperationContext,
>(declaration: Declaration<Input, Output, Result, Context>): Operation<Input, Result, Output, Context>;
export function operation(declaration: Declaration<TObject, TSchema | undefined, unknown, never>): unknown {
  return { errors: [], output: undefined, ...declaration };
}

/** The schema of an input with these members and no others. */
export const inputOf = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

export const NO_INPUT = inputOf({});

/** The folders of the operations whose groups begin with the same word. The others are in `server`. */
const FOLDERS: readonly string[] = ['bins', 'requests', 'rules', 'users'];

/** The file in `src` that declares an operation: it is named by the group, as `clock.change` in `control/operations/server/clock.ts`. */
export function operationFile({ name }: Pick<Operation, 'name'>): string {
  const [group = ''] = name.split('.');
  const folder = FOLDERS.find((word) => group === word || group.startsWith(`${word}-`));
  return `control/operations/${folder ?? 'server'}/${group}.ts`;
}
