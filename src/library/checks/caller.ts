import type { TObject } from 'typebox';
import { UsageError } from '#config/usage-error.ts';
import { checkInput } from '#control/operations/declaration/check-input.ts';
import type { OperationContext } from '#control/operations/declaration/context.ts';
import type { Operation } from '#control/operations/declaration/operation.ts';
import { OperationError } from '#control/operations/state/errors.ts';
import { HttpError } from '#http/errors/errors.ts';
import { InputError } from '#http/message/input-error.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { ContentLimitError } from '#http/syntax/content-limit-error.ts';

/** Calls the operations of a server in this process. Every error of an operation becomes a UsageError. */
export class OperationCaller {
  readonly #context: OperationContext;
  readonly #isClosed: () => boolean;
  /** Aborted when the server is closed. */
  readonly signal: AbortSignal;
  readonly origin: string;
  readonly isLocal = true;

  constructor(context: OperationContext, isClosed: () => boolean, signal: AbortSignal, origin: string) {
    this.origin = origin;
    this.#context = context;
    this.#isClosed = isClosed;
    this.signal = signal;
  }

  /** Aborted with the signal of a wait, and when the server is closed. */
  until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.signal, signal]) : this.signal;
  }

  /** Calls an operation. An error of the operation is thrown if the operation throws it before it returns. */
  now<Input extends TObject, Result>(operation: Operation<Input, Result>, input: unknown): Result {
    return this.use(() => operation.run(checkInput(operation, input), this.#context, this));
  }

  /** Runs an operation as `run`, with the result as a member; undefined when the resource does not exist. */
  find<Input extends TObject, Result>(
    operation: Operation<Input, Result>,
    input: unknown,
  ): { readonly result: Result } | undefined {
    return this.use(() => {
      try {
        const result = operation.run(checkInput(operation, input), this.#context, this);
        return { result };
      } catch (error) {
        if (error instanceof OperationError && error.code === 'notFound') return undefined;
        throw error;
      }
    });
  }

  async call<Input extends TObject, Result>(
    operation: Operation<Input, Result>,
    input: unknown,
  ): Promise<Awaited<Result>> {
    try {
      return await this.now(operation, input);
    } catch (error) {
      throw toUsageError(error);
    }
  }

  /** Runs an action on the open server. @throws UsageError when the server is closed. */
  use<Result>(action: () => Result): Result {
    if (this.#isClosed()) throw new UsageError('This server is closed; start another one.');
    return asUsageErrors(action);
  }
}

/** Runs an action, and reports every error of an operation as a UsageError. */
export function asUsageErrors<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw toUsageError(error);
  }
}

/** Without a cause: runners would print the same sentence again, with frames of this package. */
function toUsageError(error: unknown): unknown {
  if (error instanceof OperationError) return new UsageError(error.messageFor('library'));
  if (error instanceof InvalidInputError) return new UsageError(error.message);
  if (error instanceof InputError) return new UsageError(`${error.message}.`);
  // Labs report invalid definitions as errors of HTTP, and parsers what they do not read.
  const isOfInput = error instanceof HttpError || error instanceof ContentLimitError;
  return isOfInput ? new UsageError(error.message) : error;
}
