import type { Controls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import { EXPECTATIONS } from '../responses/syntax/interim.ts';

/** The fields of informational responses, which a browser does not show. */
export function informationalFields({ input, rows, part, datalist }: Controls): Markup {
  return part(
    'Informational responses',
    ['inform', 'expect'],
    html`
      <p class="wide soft">Browsers do not show informational responses, and never send Expect. Use the curl command.</p>
      ${rows('inform', 'Informational response', '103;Link: </a.css>; rel=preload@0.5', 1)}
      ${input('expect', 'Expect', 'The behaviour towards Expect: 100-continue', { list: 'expectations', placeholder: 'continue' })}
      ${datalist('expectations', EXPECTATIONS)}`,
  );
}
