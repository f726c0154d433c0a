import { cookiePairs } from '#http/message/cookies.ts';
import { type Fields, findField } from '#http/syntax/fields.ts';
import { valueAt } from '#http/syntax/json-pointer.ts';
import { sourceAt } from '#http/syntax/json-source.ts';
import type { PathTemplate } from '#journal/matching/path-template.ts';
import type { Runtime } from '#runtime.ts';
import type { JsonText, TemplateValues } from '#testing/responses/templates/template-values.ts';
import type { LiveRequest } from '../live-request.ts';

/** The request of a rule, as the expressions of its response read it. */
export class RequestValues implements TemplateValues {
  readonly use: number;
  readonly #request: LiveRequest;
  readonly #path: PathTemplate | undefined;
  readonly #runtime: Pick<Runtime, 'uuid' | 'now'>;

  constructor(
    request: LiveRequest,
    path: PathTemplate | undefined,
    use: number,
    runtime: Pick<Runtime, 'uuid' | 'now'>,
  ) {
    this.#request = request;
    this.#path = path;
    this.use = use;
    this.#runtime = runtime;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  capture(name: string): string | undefined {
    return this.#path?.captures(this.#request.path).get(name);
  }

  query(name: string): string | undefined {
    return firstOf(this.#request.query, name);
  }

  header(name: string): string | undefined {
    return findField(this.#request.headers, name);
  }

  cookie(name: string): string | undefined {
    return firstOf(cookiePairs(this.#request.headers), name);
  }

  form(name: string): string | undefined {
    return firstOf(this.#request.content.form ?? [], name);
  }

  json(pointer: readonly string[]): JsonText | undefined {
    const { json } = this.#request.content;
    if (!json) return undefined;
    // The digits of a number that a reader of JSON does not keep.
    if (LONG_NUMBER.test(json.text)) {
      const source = sourceAt(json.text, pointer);
      return source === undefined ? undefined : { value: JSON.parse(source), source };
    }
    return toJsonText(valueAt(json.value, pointer));
  }

  variable(pointer: readonly string[]): JsonText | undefined {
    const [operation] = this.#request.content.operations;
    return toJsonText(valueAt(operation?.variables, pointer));
  }

  uuid(): string {
    return this.#runtime.uuid();
  }

  now(): number {
    return this.#runtime.now();
  }
}

const LONG_NUMBER = /\d{16}/;

function firstOf(pairs: Fields, wanted: string): string | undefined {
  return pairs.find(([name]) => name === wanted)?.[1];
}

function toJsonText(value: unknown): JsonText | undefined {
  return value === undefined ? undefined : { value, source: JSON.stringify(value) };
}
