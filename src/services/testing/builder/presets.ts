import type { Html, Markup } from '../../../http/pages/page.ts';
import type { EnabledLabs } from './fields.ts';

/** Compositions to begin with: the target, its label, and the lab that it needs. */
const PRESETS = [
  ['/sequence/retry/status=503/times=3/then/status=200/end', '503 three times, then 200', 'sequences'],
  ['/compose?status=429&header=Retry-After:+2', '429 with Retry-After', undefined],
  ['/compose?delay=2', 'Slow by 2 s', undefined],
  ['/compose?json={"ok":true}', 'JSON', undefined],
  ['/compose?body=hello&fault=reset@headers', 'Reset after the headers', 'faults'],
  ['/compose?body=hello&fault=truncate@3', 'Cut content', 'faults'],
  ['/compose?body=hello+world&dribble=5,2', 'Content in 5 chunks over 2 s', undefined],
  ['/limit/l1/policy=default;q=2;w=10/end', 'Limit of 2 requests in 10 s', 'limits'],
] as const;

/** Links that fill in the form. */
export function presets(html: Html, enabled: EnabledLabs): Markup {
  const offered = PRESETS.filter(([, , lab]) => lab === undefined || enabled.some((name) => name === lab));
  return html`
    <nav class="presets scripted" aria-label="Begin with">
      ${offered.map(([target, label]) => html`<a class="button" href=${`#${target}`}>${label}</a>`)}
    </nav>`;
}
