import type { ValueType } from './value-types.ts';

/** One row of the table of settings. */
export interface Setting<Value> {
  readonly type: ValueType<NonNullable<Value>>;
  readonly default: Value;
  readonly sentence: string;
  readonly group: string;
  /** The word in flag, variable and file key, where it is not the name in kebab-case. */
  readonly word?: string;
  /** Of a secret, how it is shown; it may also come from the file that `SPARRING_…_FILE` names. */
  readonly secret?: (text: string) => string;
  /** Of a secret, whether `--…-file` names a file that holds it, because a list of processes shows the flag itself. */
  readonly fileFlag?: true;
  /** Variables that count when `SPARRING_…` is not set. */
  readonly fallbacks?: readonly string[];
  /** The command's own default, in words, where it depends on the machine. */
  readonly commandDefault?: string;
  /** The library's own default, in words. */
  readonly optionDefault?: string;
  /** Means something to the command only; the library has its own way. */
  readonly commandOnly?: true;
  /** Cannot stand in the configuration file. */
  readonly notInFile?: true;
}

export function setting<Value>(row: Setting<Value>): Setting<Value> {
  return row;
}
