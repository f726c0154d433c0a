import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import type { Api } from '../../browser/api.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { type Family, lifecycleChart } from './lifecycle-chart.ts';
import type { Change } from './section.ts';

interface Lifecycle {
  readonly at: string;
  readonly schedule: string;
  readonly authorizations: Family;
  readonly path_tokens: Family;
}

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
  return watchResource<Lifecycle>(api, '/lifecycle', ({ at, schedule, authorizations, path_tokens }) => {
    const { phase, next } = authorizations;
    // Keeps what the user has selected, but not applied yet.
    if (schedule !== selected) preset.value = schedule;
    selected = schedule;
    const outlook = next === null ? '' : ` The next phase is ${next.phase}, at ${next.at}.`;
    state.textContent = `Schedule ${schedule}: the API is in the phase ${phase}.${outlook}`;
    const families = [
      { name: 'Authorizations', family: authorizations },
      { name: 'Tokens in paths', family: path_tokens },
    ];
    const rows = families.flatMap(({ name, family }) =>
      family.calendar.map(({ phase, from, until, status }) => [
        name,
        phase,
        from === null ? 'always' : time(from),
        until && time(until),
        status,
      ]),
    );
    show(output, [
      lifecycleChart(families, at),
      table('Phases of the schedule', ['Calls', 'Phase', 'From', 'Until', 'Status'], rows),
    ]);
  });
}
