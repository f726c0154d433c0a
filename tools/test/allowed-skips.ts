import type { Skip } from './results.ts';

interface AllowedSkip {
  /** The start of the test's full title. */
  readonly title: string;
  /** Whether the test may be skipped on this machine. */
  readonly isAllowed: (machine: Machine) => boolean;
  readonly why: string;
}

interface Machine {
  readonly platform: NodeJS.Platform;
}

/** Tests that may be skipped where `--fail-on-skip` is set, as it is in continuous integration. */
const allowedSkips: readonly AllowedSkip[] = [
  {
    title: 'test/launcher > the launcher',
    isAllowed: ({ platform }) => platform === 'win32',
    why: 'Windows has none of the signals that the launcher passes on.',
  },
];

export function findUnexpectedSkips(
  skips: readonly Skip[],
  machine: Machine = { platform: process.platform },
): Skip[] {
  return skips.filter(
    ({ title }) =>
      !allowedSkips.some((allowed) => title.startsWith(allowed.title) && allowed.isAllowed(machine)),
  );
}
