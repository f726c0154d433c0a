import { invalidInput, type Problem } from '#http/errors/errors.ts';
import { DirectiveError } from '../syntax/directive-error.ts';

/** Collects the problems of directives, so that one error reports all. */
export class DirectiveProblems<Name extends string> {
  readonly #problems: Problem[] = [];

  add(name: Name, message: string): void {
    this.#problems.push({ in: 'query', name, keyword: 'format', message });
  }

  /** The parsed value; undefined for an invalid one, whose problem is added. */
  read<Value>(name: Name, parse: () => Value): Value | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof DirectiveError)) throw error;
      this.add(name, error.message);
      return undefined;
    }
  }

  /** @throws HttpError 400 with every problem. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw invalidInput(this.#problems);
  }
}
