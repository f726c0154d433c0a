/** Everything that the scripts of reports use of the server. They run in browsers, which cannot load `server.ts`. */
export { find, showScriptedElements } from '../../src/pages/browser/elements.ts';
