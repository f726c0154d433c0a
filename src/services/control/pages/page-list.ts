import type { PageLink } from '../../../http/routing/page-link.ts';

/** The pages of the control API. */
export const PAGES: readonly PageLink[] = [
  { title: 'Inspector', path: '/_sparring/inspector', position: 40 },
  { title: 'Control panel', path: '/_sparring/panel', position: 50 },
  { title: 'Rules', path: '/_sparring/panel/rules', position: 55 },
  { title: 'Audit', path: '/_sparring/panel/audit', position: 60 },
];
