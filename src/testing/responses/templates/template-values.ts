/** A value of JSON, with its text. */
export interface JsonText {
  readonly value: unknown;
  readonly source: string;
}

/** What expressions of templates name: parts of the request, and the use of the rule. An absent part is undefined. */
export interface TemplateValues {
  readonly method: string;
  readonly url: string;
  /** Number of the use of the rule, from 1. */
  readonly use: number;
  /** A capture of the path template, decoded. */
  capture(name: string): string | undefined;
  query(name: string): string | undefined;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
  /** A field of a form in the body. */
  form(name: string): string | undefined;
  /** A value of JSON in the body. */
  json(pointer: readonly string[]): JsonText | undefined;
  /** A variable of a GraphQL request. */
  variable(pointer: readonly string[]): JsonText | undefined;
  uuid(): string;
  /** The time of the server's clock, in milliseconds. */
  now(): number;
}
