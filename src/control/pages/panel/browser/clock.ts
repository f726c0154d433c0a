import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import type { Api } from '../../browser/api.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { type ClockState, clockView } from '../panel-views.ts';
import type { Change } from './section.ts';

/** @returns the function that reads the clock */
export function enableClock(api: Api, change: Change): () => Promise<void> {
  const put = (body: object) => change('/clock', 'PUT', body);
  find(document, '#clock-freeze', HTMLButtonElement).addEventListener('click', () => put({ freeze: true }));
  find(document, '#clock-release', HTMLButtonElement).addEventListener('click', () => put({ release: true }));
  const advance = find(document, '#clock-advance', HTMLFormElement);
  advance.addEventListener('submit', (event) => {
    event.preventDefault();
    void put({ advance: find(advance, 'input', HTMLInputElement).value });
  });
  const set = find(document, '#clock-set', HTMLFormElement);
  set.addEventListener('submit', (event) => {
    event.preventDefault();
    const operation = event.submitter instanceof HTMLButtonElement ? event.submitter.value : 'freeze';
    void put({ [operation || 'freeze']: find(set, 'input', HTMLInputElement).value });
  });
  set.addEventListener('input', () => {
    const isEmpty = find(set, 'input', HTMLInputElement).value.trim() === '';
    for (const button of set.querySelectorAll('button')) button.disabled = isEmpty;
  });
  const output = find(document, '#clock', HTMLElement);
  return watchResource<ClockState>(api, '/clock', (clock) => show(output, clockView(clock)));
}
