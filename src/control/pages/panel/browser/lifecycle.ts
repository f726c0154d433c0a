import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import type { Api } from '../../browser/api.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { describePhase, type Lifecycle, lifecycleView } from '../lifecycle-view.ts';
import type { Change } from './section.ts';

/** @returns the function that reads the lifecycle */
export function enableLifecycle(api: Api, change: Change): () => Promise<void> {
  const form = find(document, '#lifecycle-form', HTMLFormElement);
  const preset = find(form, 'select', HTMLSelectElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void change('/lifecycle', 'PUT', { preset: preset.value });
  });
  find(document, '#lifecycle-reset', HTMLButtonElement).addEventListener('click', () =>
    change('/lifecycle', 'DELETE'),
  );
  const state = find(document, '#lifecycle-state', HTMLElement);
  const output = find(document, '#lifecycle', HTMLElement);
  let selected = '';
  return watchResource<Lifecycle>(api, '/lifecycle', (lifecycle) => {
    // Keeps what the user has selected, but not applied yet.
    if (lifecycle.schedule !== selected) preset.value = lifecycle.schedule;
    selected = lifecycle.schedule;
    state.textContent = describePhase(lifecycle);
    show(output, lifecycleView(lifecycle));
  });
}
