import { find } from '#pages/browser/elements.ts';

/** The URL of the testing service without a final slash, which has another port if the control API has a port of its own. */
export function mainOrigin(): string {
  return find(document, 'meta[name="main-origin"]', HTMLMetaElement).content;
}
