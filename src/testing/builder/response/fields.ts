import type { Controls } from '#pages/components/form-controls.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { html, type Markup } from '#pages/html.ts';

const STATUSES = ['200', '201', '204', '301', '304', '400', '401', '403', '404', '429', '500', '502', '503'];
const TYPES = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
  'text/event-stream',
];

/** The directives with the content of a response, one of which it has. */
export const CONTENT_KINDS = ['body', 'json', 'base64', 'bytes'] as const;

/** The name of the choice between them, which is no directive. */
export const CONTENT_CHOICE = 'content-kind';

/**
 * The fields of a response, each named by its directive: the same for the builder, rules and bins. The script shows one kind of
 * content at a time.
 * @param more fields beside the status
 */
export function responseFields({ input, area, rows, datalist }: Controls, more?: Markup): Markup {
  return html`
    <div class="pair">
      ${input('status', 'Status', '200 to 999, or several with weights: 503:1,200:3', { list: 'statuses', placeholder: '200' })}
      ${more ?? input('type', 'Content type', 'By default that of the content; none for no type', { list: 'types' })}
    </div>
    <fieldset class="lines"><legend>Headers</legend>${rows('header', 'Header', 'Retry-After: 3', 1)}</fieldset>
    <div class="content-choice" role="group" aria-labelledby="content-title">
      <div class="actions"><b id="content-title">Content</b><span class="scripted">${segmentedControl({
        name: CONTENT_CHOICE,
        legend: 'Kind of content',
        value: 'body',
        isDisabled: true,
        segments: [
          { value: 'body', label: 'Text' },
          { value: 'json', label: 'JSON' },
          { value: 'base64', label: 'Base64' },
          { value: 'bytes', label: 'Bytes' },
        ],
      })}</span></div>
      ${area('body', 'Text')}
      ${area('json', 'JSON')}
      ${input('base64', 'Base64', 'Standard or URL-safe alphabet')}
      ${input('bytes', 'Number of bytes', 'Letters from a to z, repeated', { type: 'number', min: 0 })}
    </div>
    ${datalist('statuses', STATUSES)}
    ${datalist('types', TYPES)}`;
}

/** The style of these fields, which a page with them has among its parts. */
export const responseFieldStyle = `
.pair { display: grid; gap: var(--4); grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); }
.lines { display: grid; gap: 6px; } .lines > legend { margin-bottom: 6px; } .lines .add { justify-self: start; }
.content-choice { display: grid; gap: var(--2); } .content-choice b { font: var(--t-c); margin-right: var(--1); } .content-choice .field[hidden] { display: none; }
[data-theme]:not(.with-script) .content-choice .field ~ .field { display: none; }
[data-theme] .content-choice .field > label { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
.pair .in, .lines .in, .content-choice .in { font: var(--m-13); }
.preview { display: grid; gap: var(--2); } .preview .code { background: var(--bg); } .preview pre { max-height: 24rem; overflow: auto; scrollbar-width: thin; } .preview ul { color: var(--ink-2); font: var(--t-12); } .preview .stale pre { opacity: 0.7; }
@media (max-width: 719px) { .pair { grid-template-columns: minmax(0, 1fr); } }
`;
