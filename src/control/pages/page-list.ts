import type { PageLink } from '#pages/navigation.ts';

const CONTROL = '/_sparring';

/** The pages of the control API. */
export const PAGES: readonly PageLink[] = [
  { title: 'Inspector', path: '/_sparring/inspector', position: 20 },
  { title: 'Bins', path: '/_sparring/bins', position: 30 },
  { title: 'Control', path: CONTROL, position: 50 },
  { title: 'Overview', path: CONTROL, position: 51, section: CONTROL },
  ...['rules', 'clock', 'data', 'lifecycle', 'outbox', 'audit'].map((name, index) => ({
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    path: `${CONTROL}/panel/${name}`,
    position: 52 + index,
    section: CONTROL,
  })),
  { title: 'Status', path: CONTROL, position: 85, isFooter: true },
];
