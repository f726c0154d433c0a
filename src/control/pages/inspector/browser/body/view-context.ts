import type { Api } from '#control/pages/browser/api.ts';
import type { Folds } from '../common/fold.ts';
import type { Secrets } from './secrets.ts';

/** What the views of one entry use. */
export interface ViewContext {
  readonly api: Api;
  readonly secrets: Secrets;
  readonly folds: Folds;
}
