/** The pages of the control API. */
export const PAGES = [{ title: 'Inspector', path: '/_sparring/inspector' }] as const;
