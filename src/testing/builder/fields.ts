import { type Controls, createControls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Limits } from '../responses/composition/compose-plan.ts';
import { contentCodings } from '../responses/content/content-coding.ts';
import { faultFields } from './fault-fields.ts';
import { informationalFields } from './informational-fields.ts';
import type { Pair } from './response/respond.ts';

export type EnabledLabs = Limits['enabledLabs'];

const STATUSES = ['200', '201', '204', '301', '304', '400', '401', '403', '404', '429', '500', '502', '503'];
const TYPES = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
  'text/event-stream',
];
const CHARSETS = ['utf-8', 'iso-8859-1', 'utf-16le'];
const DELAYS = ['0.5', '0.2..0.8', '~0.2,0.4,2'];

/** The fields of a response, each named by its directive, with the given values. Those of disabled labs are left out. */
export function builderFields(directives: readonly Pair[], enabled: EnabledLabs): Markup {
  const controls = createControls(directives);
  const { input, area, rows, part, datalist } = controls;
  return html`
    <fieldset class="fields">
      <legend>Status</legend>
      ${input('status', 'Status', '503, or several with weights: 503:1,200:3', { list: 'statuses', placeholder: '200' })}
      ${input('redirect', 'Redirect to', 'A path or URL; the status is then 302', { placeholder: '/get' })}
    </fieldset>
    <fieldset class="fields">
      <legend>Headers</legend>
      ${rows('header', 'Header', 'Retry-After: 3', 2)}
    </fieldset>
    <fieldset class="fields">
      <legend>Content <small>one of these</small></legend>
      ${area('body', 'Text')}
      ${area('json', 'JSON')}
      ${input('base64', 'Base64', 'Standard or URL-safe alphabet')}
      ${input('bytes', 'Number of bytes', 'Letters from a to z, repeated', { type: 'number', min: 0 })}
    </fieldset>
    ${enabled.includes('faults') ? faultFields(controls) : null}
    ${timingFields(controls)}
    ${enabled.includes('informational') ? informationalFields(controls) : null}
    ${part('Type and coding', ['type', 'charset', 'coding'], typeFields(controls))}
    ${part('Cookies', ['cookie'], rows('cookie', 'Cookie', 'id=1; Path=/; HttpOnly', 2))}
    ${part('Trailers', ['trailer'], rows('trailer', 'Trailer', 'X-Checksum: 1', 1))}
    ${datalist('statuses', STATUSES)}
    ${datalist('types', TYPES)}
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

function typeFields({ input, select, choices }: Controls): Markup {
  const charsets = CHARSETS.map((charset) => [charset, charset] as const);
  return html`
    ${input('type', 'Content-Type', 'none for no type; by default, the type of the content', { list: 'types' })}
    ${select('charset', 'Charset of the text', [['', 'utf-8, the default'], ...charsets])}
    ${choices('coding', 'Codings', contentCodings)}`;
}
