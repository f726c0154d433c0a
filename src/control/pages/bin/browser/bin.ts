import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import type { Bin } from '../../bins/bin-view.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import type { Feed } from '../../inspector/browser/common/feed.ts';
import { binForms } from '../bin-forms-view.ts';
import { enableBinForms } from './bin-forms.ts';

/** Enables what the page of a bin has above the inspector. */
export function startBin(api: Api, feed: Feed): Promise<void> {
  const { dataset } = find(document, '#bin', HTMLElement);
  const key = dataset.key ?? '';
  return attempt(async () => {
    const forms = find(document, '#bin-forms', HTMLElement);
    // A page without access to the bin has none.
    if (forms.childElementCount === 0)
      show(forms, binForms(await api.json<Bin>(`/_sparring/bins/${key}`), undefined));
    enableBinForms(api, key, feed);
  });
}
