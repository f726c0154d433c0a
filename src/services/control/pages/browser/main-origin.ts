import { find } from '../../../../http/pages/browser/elements.ts';

/** The origin of the testing service, which has another port if the control API has a port of its own. */
export function mainOrigin(): string {
  return find(document, 'meta[name="main-origin"]', HTMLMetaElement).content;
}
