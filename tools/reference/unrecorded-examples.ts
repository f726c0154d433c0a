/** The examples whose responses cannot be recorded, by the name of their endpoint and their index, with the reason. */
export const UNRECORDED_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['put-sparring-clock 2', 'The clock is that of the machine afterwards.'],
  ['get-sparring 0', 'The uptime is that of the process.'],
  ['get-sparring-metrics 0', 'The values are those of the process.'],
  ['get-sparring-pages-script 0', 'The content changes with each module of a page.'],
  ['get-docs-page-js 0', 'The content changes with each module of a page.'],
  ['get-compose-builder-js 0', 'The content changes with each module of a page.'],
]);
