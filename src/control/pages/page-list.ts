/** The pages of the control API. */
export const PAGES = [
  { title: 'Inspector', path: '/_sparring/inspector' },
  { title: 'Control panel', path: '/_sparring/panel' },
  { title: 'Audit', path: '/_sparring/panel/audit' },
] as const;
