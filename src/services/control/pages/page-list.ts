import type { PageLink } from '../../../http/routing/page-link.ts';

/** The pages of the control API. */
export const PAGES: readonly PageLink[] = [
  { title: 'Inspector', path: '/_sparring/inspector', position: 20 },
  { title: 'Bins', path: '/_sparring/bins', position: 30 },
  { title: 'Control', path: '/_sparring/panel', position: 50 },
  { title: 'Overview', path: '/_sparring/panel', position: 51, section: '/_sparring/panel' },
  { title: 'Rules', path: '/_sparring/panel/rules', position: 52, section: '/_sparring/panel' },
  { title: 'Audit', path: '/_sparring/panel/audit', position: 57, section: '/_sparring/panel' },
];
