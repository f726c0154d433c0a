import { type Controls, createControls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Limits } from '../responses/composition/compose-plan.ts';
import { contentCodings } from '../responses/content/content-coding.ts';
import { faultFields } from './fault-fields.ts';
import { informationalFields } from './informational-fields.ts';
import { responseFields } from './response/fields.ts';
import type { Pair } from './response/respond.ts';

export type EnabledLabs = Limits['enabledLabs'];

const CHARSETS = ['utf-8', 'iso-8859-1', 'utf-16le'];
const DELAYS = ['0.5', '0.2..0.8', '~0.2,0.4,2'];

/** The fields of a response, each named by its directive, with the given values. Those of disabled labs are left out. */
export function builderFields(directives: readonly Pair[], enabled: EnabledLabs): Markup {
  const controls = createControls(directives);
  const { input, rows, part, datalist } = controls;
  return html`
    ${responseFields(controls)}
    <div class="more">
      ${enabled.includes('faults') ? faultFields(controls) : null}
      ${timingFields(controls)}
      ${part('Redirect', ['redirect'], input('redirect', 'Redirect to', 'A path or URL; the status is then 302', { placeholder: '/get' }))}
      ${enabled.includes('informational') ? informationalFields(controls) : null}
      ${part('Charset and coding', ['charset', 'coding'], codingFields(controls))}
      ${part('Cookies', ['cookie'], rows('cookie', 'Cookie', 'id=1; Path=/; HttpOnly', 2))}
      ${part('Trailers', ['trailer'], rows('trailer', 'Trailer', 'X-Checksum: 1', 1))}
    </div>
    ${datalist('delays', DELAYS)}`;
}

function timingFields({ input, part }: Controls): Markup {
  return part(
    'Timing and chunks',
    ['delay', 'pause', 'rate', 'chunk', 'dribble'],
    html`
      ${input('delay', 'Delay', 'Seconds before the response: a number, a range 0.2..0.8, or ~MEDIAN,SIGMA,CAP', { list: 'delays', placeholder: '0' })}
      ${input('pause', 'Pause', 'Seconds between headers and content', { inputmode: 'decimal', placeholder: '0' })}
      ${input('dribble', 'Dribble', 'COUNT,SECONDS: content in chunks of equal size, spread over the time', { placeholder: '5,2' })}
      ${input('rate', 'Rate', 'Bytes of content per second', { inputmode: 'numeric', placeholder: 'unlimited' })}
      ${input('chunk', 'Chunk', 'Bytes per chunk; the response has no Content-Length', { type: 'number', min: 1 })}`,
  );
}

function codingFields({ select, choices }: Controls): Markup {
  const charsets = CHARSETS.map((charset) => [charset, charset] as const);
  return html`
    ${select('charset', 'Charset of the text', [['', 'utf-8, the default'], ...charsets])}
    ${choices('coding', 'Codings', contentCodings)}`;
}
