import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { enableClock } from './clock.ts';
import { enableData } from './data.ts';
import { enableLifecycle } from './lifecycle.ts';
import { showOutbox } from './outbox.ts';
import type { Change } from './section.ts';

const REFRESH_MS = 3000;

/** Shows the state of the server, and changes it. */
export function startPanel(api: Api): void {
  const refresh = () => attempt(() => Promise.all(sections.map((show) => show())));
  const change: Change = (path, method, body) =>
    attempt(async () => {
      await api.call(`/_sparring${path}`, { method, body });
      await Promise.all(sections.map((show) => show()));
    });
  const sections = [
    enableClock(api, change),
    enableData(api, change),
    enableLifecycle(api, change),
    showOutbox(api, find(document, '#outbox', HTMLElement)),
  ];
  void refresh();
  setInterval(() => {
    if (!document.hidden) void refresh();
  }, REFRESH_MS);
}
