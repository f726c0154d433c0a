import type { ValueType } from '../values/value-types.ts';

/** One row of the table of settings. */
export interface Setting<Value> {
  readonly type: ValueType<NonNullable<Value>>;
  readonly default: Value;
  readonly sentence: string;
  readonly group: string;
  /** The key in the configuration file, and the flag without its dashes, if not the name in kebab-case. */
  readonly key?: string;
  /** Masks a secret. `SPARRING_…_FILE` may name a file with the secret. */
  readonly secret?: (text: string) => string;
  /** Whether a flag `--…-file` names a file with the secret. A list of processes shows the flag itself. */
  readonly fileFlag?: true;
  /** Whether a server creates the file of the secret, with a random value, if it does not exist. */
  readonly isGenerated?: true;
  /** Variables that apply if `SPARRING_…` is not set. */
  readonly fallbacks?: readonly string[];
  /** Describes the default of the command, if it depends on the machine. */
  readonly commandDefault?: string;
  /** Describes the default of the library. */
  readonly optionDefault?: string;
  readonly commandOnly?: true;
  readonly isDocument?: true;
  /** Not allowed in the configuration file. */
  readonly notInFile?: true;
}

/** A setting of the command that is neither an option of the server nor of the library. */
export interface CommandSetting<Value> extends Setting<Value> {
  readonly commandOnly: true;
}

/**
 * A setting that names a document, which is read before the server starts. The library accepts the content of the
 * document too; the type of that option is written by hand.
 */
export interface DocumentSetting<Value> extends Setting<Value> {
  readonly isDocument: true;
}

type Row<Value> = Omit<Setting<Value>, 'commandOnly' | 'isDocument' | 'group'>;

export function setting<Value>(row: Row<Value>): Omit<Setting<Value>, 'group'> {
  return row;
}

export function commandSetting<Value>(row: Row<Value>): Omit<CommandSetting<Value>, 'group'> {
  return { ...row, commandOnly: true };
}

export function documentSetting<Value>(row: Row<Value>): Omit<DocumentSetting<Value>, 'group'> {
  return { ...row, isDocument: true };
}

/** Rows under one heading of the help and the reference. */
export function inGroup<Rows extends object>(
  group: string,
  rows: Rows,
): { readonly [Name in keyof Rows]: Rows[Name] & { readonly group: string } };
export function inGroup(group: string, rows: object): object {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, group }]));
}
