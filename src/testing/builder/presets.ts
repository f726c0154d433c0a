import { html, type Markup } from '#pages/html.ts';
import type { EnabledLabs } from './fields.ts';

/** A composition to begin with. */
export interface Preset {
  readonly target: string;
  readonly label: string;
}

/** The target, its label, and the lab that it needs. */
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

const MAX_TRIES = 20;

/** The presets of the enabled labs, with keys that have no attempts yet. */
export function choosePresets(
  enabled: EnabledLabs,
  isTaken: (lab: string, key: string) => Promise<boolean>,
): Promise<Preset[]> {
  const offered = PRESETS.filter(([, , lab]) => lab === undefined || enabled.some((name) => name === lab));
  return Promise.all(
    offered.map(async ([target, label]) => {
      const [, lab = '', key = '', ...steps] = target.split('/');
      if (lab.startsWith('compose')) return { target, label };
      let free = key;
      for (let number = 2; number <= MAX_TRIES && (await isTaken(lab, free)); number++)
        free = `${key}-${number}`;
      return { target: ['', lab, free, ...steps].join('/'), label };
    }),
  );
}

/** Links that fill in the form. */
export function presetLinks(presets: readonly Preset[]): Markup {
  return html`
    <nav class="scripted" aria-labelledby="presets">
      <p class="lbl" id="presets">Start from</p>
      <div class="presets">${presets.map(({ target, label }) => html`<a class="btn sm" href=${`#${target}`}>${label}</a>`)}</div>
    </nav>`;
}
