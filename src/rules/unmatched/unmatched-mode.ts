import { type Static, Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { UNMATCHED_MODES, type UnmatchedMode } from '#config/settings/unmatched-modes.ts';
import { type UnmatchedModes, withMode } from './unmatched-requests.ts';

/** The mode of a scope, as an operator writes it. */
export const UnmatchedModeInput = Type.Object(
  {
    bin: Type.Optional(
      Type.String({
        pattern: BIN_NAME.source,
        description:
          'The bin. Without it, the mode is that of the server, and of all bins without their own.',
      }),
    ),
    mode: Type.Enum([...UNMATCHED_MODES], {
      description:
        'What requests get that no rule responds to: `pass` (the response of the endpoint), `404`, or `fail`, which is 404 and fails a test at its end.',
    }),
  },
  { additionalProperties: false },
);

export type UnmatchedModeInput = Static<typeof UnmatchedModeInput>;

/** The modes that a setting and a seed give. The setting precedes, unless it is `pass`. */
export function buildModes(
  setting: UnmatchedMode,
  input: readonly UnmatchedModeInput[] = [],
): UnmatchedModes {
  const none: UnmatchedModes = { server: setting, bins: [] };
  const modes = input.reduce((changed, { bin = null, mode }) => withMode(changed, bin, mode), none);
  return setting === 'pass' ? modes : { ...modes, server: setting };
}
