import { Type } from 'typebox';
import { BIN_NAME_OR_EMPTY } from '#bins/bin-name.ts';

/** The scope of rules. */
export const scope = Type.Optional(
  Type.String({
    minLength: 0,
    pattern: BIN_NAME_OR_EMPTY.source,
    description: 'The bin of the rule. Empty for a rule of the server.',
  }),
);

export function toScope(bin: string): string | null {
  return bin === '' ? null : bin;
}

/** Whether a scope is the one that a caller names, or the caller names none. */
export function isOfScope(scope: string | null, bin: string | undefined): boolean {
  return bin === undefined || (scope ?? '') === bin;
}

/** The member `bin` of a scope; without it, the scope is the server. */
export function toBinMember(scope: string | null): { bin?: string } {
  return scope === null ? {} : { bin: scope };
}
