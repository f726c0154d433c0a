import type { ServerSettings } from '#config/settings/settings.ts';
import { invalidInput } from '#http/errors/errors.ts';

type LabName = ServerSettings['enabledLabs'][number];

/** Labs by directive. */
const LAB_DIRECTIVES = { fault: 'faults', inform: 'informational', expect: 'informational' } as const;

/**
 * Rejects the directives of disabled labs, as unknown ones.
 * @param input the names of the directives of a composition.
 * @throws HttpError 400
 */
export function checkEnabledDirectives(
  input: readonly (keyof typeof LAB_DIRECTIVES)[],
  enabled: readonly LabName[],
): void {
  const problems = input
    .filter((name) => !enabled.includes(LAB_DIRECTIVES[name]))
    .map((name) => ({
      in: 'query' as const,
      name,
      keyword: 'additionalProperties',
      message: 'is not known',
    }));
  if (problems.length > 0) throw invalidInput(problems);
}
