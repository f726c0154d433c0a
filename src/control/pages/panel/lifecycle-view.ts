import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Family, lifecycleChart } from './lifecycle-chart.ts';

/** The state of the lifecycle, as `GET /_sparring/lifecycle` returns it. */
export interface Lifecycle {
  readonly at: string;
  readonly schedule: string;
  readonly authorizations: Family;
  readonly path_tokens: Family;
}

/** The phase of the API in a sentence. */
export function describePhase({ schedule, authorizations: { phase, next } }: Lifecycle): string {
  const outlook = next === null ? '' : ` The next phase is ${next.phase}, at ${next.at}.`;
  return `Schedule ${schedule}: the API is in the phase ${phase}.${outlook}`;
}

/** The schedule as a chart and as a table. */
export function lifecycleView({ at, authorizations, path_tokens }: Lifecycle): Markup {
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
  return html`
    ${lifecycleChart(families, at)}
    ${table('Phases of the schedule', ['Calls', 'Phase', 'From', 'Until', 'Status'], rows)}`;
}
