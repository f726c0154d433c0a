/** The releases of the original whose behavior the API can have. */
export const releaseNames = [
  'ghes-2.18',
  'ghes-2.22',
  'ghes-3.0',
  'ghes-3.1',
  'ghes-3.2',
  'github-2020',
] as const;

export type ReleaseName = (typeof releaseNames)[number];
