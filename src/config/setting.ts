import type { ValueType } from './value-types.ts';

/** One row of the table of settings. */
export interface Setting<Value> {
  readonly type: ValueType<NonNullable<Value>>;
  readonly default: Value;
  readonly sentence: string;
  readonly group: string;
  /** The name in flag, variable and file key, if not the name in kebab-case. */
  readonly word?: string;
  /** Masks a secret. `SPARRING_…_FILE` may name a file with the secret. */
  readonly secret?: (text: string) => string;
  /** Whether a flag `--…-file` names a file with the secret. A list of processes shows the flag itself. */
  readonly fileFlag?: true;
  /** Variables that apply if `SPARRING_…` is not set. */
  readonly fallbacks?: readonly string[];
  /** Describes the default of the command, if it depends on the machine. */
  readonly commandDefault?: string;
  /** Describes the default of the library. */
  readonly optionDefault?: string;
  /** Not an option of the library. */
  readonly commandOnly?: true;
  /** Not allowed in the configuration file. */
  readonly notInFile?: true;
}

export function setting<Value>(row: Setting<Value>): Setting<Value> {
  return row;
}
