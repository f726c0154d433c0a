import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { saveFile } from '../../browser/clipboard.ts';
import { attempt } from '../../browser/problem.ts';
import { Bins } from './bins.ts';
import { Comparison } from './comparison.ts';
import { copyAs } from './copy-as.ts';
import { Detail } from './detail.ts';
import { Feed } from './feed.ts';
import { enableKeys } from './keyboard.ts';
import { LabKeys } from './lab-keys.ts';
import { RequestList } from './request-list.ts';
import { Timeline } from './timeline.ts';

/** Time after which a hidden tab gives up its connection: browsers allow six for each host. */
const HIDDEN_MS = 5 * 60_000;

const TYPING_MS = 250;

/** Connects the parts of the page. */
export function startInspector(api: Api): void {
  const input = find(document, '#filter', HTMLInputElement);
  const pause = find(document, '#pause', HTMLButtonElement);
  const state = find(document, '#state', HTMLElement);
  const problem = find(document, '#filter-problem', HTMLElement);
  let [isPaused, isConnected, shown] = [false, false, 0];

  const select = (id: number) => {
    list.select(id);
    void detail.show(id);
  };
  const close = () => {
    list.select(undefined);
    detail.hide();
  };
  const list = new RequestList(select);
  const comparison = new Comparison(api);
  const detail = new Detail(api, comparison, { close, select, showKey: (key) => void labs.show(key) });
  const timeline = new Timeline(select);

  const describe = () => {
    const { entries, dropped } = feed;
    const waiting = entries.length - shown;
    state.textContent = [
      isPaused ? `Paused, ${waiting} new` : isConnected ? 'Live' : 'Connecting…',
      `${shown} ${shown === 1 ? 'request' : 'requests'}`,
      ...(dropped > 0 ? [`the server has removed ${dropped} to stay within its limits`] : []),
    ].join(' · ');
  };
  const feed = new Feed(api, {
    changed() {
      if (!isPaused) {
        shown = feed.entries.length;
        list.show([...feed.entries]);
        timeline.show(feed.entries);
        detail.update(feed.find(list.selected ?? 0));
      }
      void bins.update();
      void labs.update();
      describe();
    },
    connected(value) {
      isConnected = value;
      describe();
    },
    failed(text) {
      problem.textContent = text ?? '';
    },
  });

  const filter = (text: string) => {
    input.value = text;
    const url = new URL(location.href);
    if (text === '') url.searchParams.delete('filter');
    else url.searchParams.set('filter', text);
    history.replaceState(null, '', url);
    feed.open(text);
  };
  const bins = new Bins(api, filter);
  const labs = new LabKeys(api, { select, filter });

  let typing: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => filter(input.value.trim()), TYPING_MS);
  });
  find(document, '#filter-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(typing);
    filter(input.value.trim());
  });
  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    pause.textContent = isPaused ? 'Continue' : 'Pause';
    shown = feed.entries.length;
    if (!isPaused) list.show([...feed.entries]);
    describe();
  });
  find(document, '#clear', HTMLButtonElement).addEventListener('click', () =>
    attempt(async () => {
      await api.call('/_sparring/requests', { method: 'DELETE' });
      close();
      feed.clear();
    }),
  );
  find(document, '#save-har', HTMLButtonElement).addEventListener('click', () =>
    attempt(async () => {
      const query = new URLSearchParams(input.value === '' ? [] : [['filter', input.value.trim()]]);
      const archive = await api.call(`/_sparring/requests.har?${query}`);
      saveFile('requests.har', await archive.blob());
    }),
  );
  enableKeys({
    next: () => list.move(1),
    previous: () => list.move(-1),
    filter: () => input.focus(),
    close,
    copy() {
      if (list.selected !== undefined) void copyAs(api, list.selected, { format: 'curl', hasSecrets: false });
    },
  });
  closeWhileHidden(feed);
  filter(input.value.trim());
}

function closeWhileHidden(feed: Feed): void {
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden);
    if (document.hidden) {
      hidden = setTimeout(() => {
        isClosed = true;
        feed.pause();
      }, HIDDEN_MS);
    } else if (isClosed) {
      isClosed = false;
      feed.resume();
    }
  });
}
