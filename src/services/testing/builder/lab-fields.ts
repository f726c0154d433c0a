import type { TSchema } from 'typebox';
import { field } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { keywordOf } from '../../../http/routing/coercion.ts';
import { limitDirectives } from '../../../labs/limit/directives.ts';
import { CALLER_RULES } from '../../../labs/sequence/callers.ts';
import { sequenceWords, stepWords } from '../../../labs/sequence/definition.ts';
import { createControls } from './controls.ts';
import type { EnabledLabs } from './fields.ts';

/** What the page can compose, with the setting that enables it. */
const LABS: readonly (readonly [value: string, label: string, lab: EnabledLabs[number] | undefined])[] = [
  ['compose', 'One response', undefined],
  ['sequence', 'Sequence of responses', 'sequences'],
  ['limit', 'Rate limit', 'limits'],
];

/**
 * The choice between a response, a sequence and a rate limit, and the fields of the latter two. The script enables them:
 * disabled fields are no part of a form that is sent without it.
 */
export function labFields(html: Html, enabled: EnabledLabs): Markup {
  const offered = LABS.filter(([, , lab]) => lab === undefined || enabled.includes(lab));
  return html`
    <fieldset id="lab" class="choices scripted" disabled>
      <legend>Compose</legend>
      ${offered.map(
        ([value, label]) => html`
          <label class="checkbox"><input type="radio" name="lab" value=${value} checked=${value === 'compose'} /> <span>${label}</span></label>`,
      )}
    </fieldset>
    <fieldset id="key-settings" class="fields plain" disabled hidden>
      <legend class="unseen">Key</legend>
      ${field(
        html,
        { id: 'key', label: 'Key', hint: 'Any name: the server keeps the attempts at it' },
        (attributes) =>
          html`<input ...${attributes} autocomplete="off" autocapitalize="off" spellcheck="false" />`,
      )}
    </fieldset>
    ${sequenceSettings(html)}
    ${limitSettings(html)}`;
}

const AFTER = { last: 'repeat the last step', first: 'start again', gone: 'respond with 410' } as const;

function sequenceSettings(html: Html): Markup {
  const { input, select, datalist } = createControls(html, []);
  const after = sequenceWords.after.enum.map((value) => [value, `${value}: ${AFTER[value]}`] as const);
  const { times, open } = stepWords;
  return html`
    <fieldset id="sequence-settings" class="fields" disabled hidden>
      <legend>Sequence</legend>
      ${select('after', 'After the last step', [['', 'last, the default'], ...after])}
      ${input('by', 'Same caller', 'Each caller gets the steps from the first one on', { list: 'callers', placeholder: 'key' })}
      ${datalist('callers', CALLER_RULES)}
    </fieldset>
    <section id="step-list" class="steps" aria-label="Steps" hidden>
      <h2>Steps</h2>
      <ol></ol>
      <p class="actions"><button type="button" id="add-step">Add a step</button></p>
    </section>
    <fieldset id="step-settings" class="fields" disabled hidden>
      <legend id="step-title">Step 1</legend>
      ${input('times', 'Times', 'Attempts that get the step', { type: 'number', min: keyword(times, 'minimum'), max: keyword(times, 'maximum'), placeholder: '1' })}
      ${input('open', 'Open', 'Seconds for which all attempts get the step, instead of a number', { type: 'number', min: 0, max: keyword(open, 'maximum'), step: 'any' })}
    </fieldset>`;
}

function limitSettings(html: Html): Markup {
  const { input, select, rows, choices, datalist } = createControls(html, []);
  const { kind, cost, per, fields, retry, refuse } = limitDirectives;
  const options = (values: readonly string[], initial: string) =>
    values.map(
      (value) =>
        [value === initial ? '' : value, value === initial ? `${value}, the default` : value] as const,
    );
  return html`
    <fieldset id="limit-settings" class="fields" disabled hidden>
      <legend>Rate limit</legend>
      ${rows('policy', 'Policy', 'default;q=10;w=60', 1)}
      ${select('kind', 'Kind', options(kind.enum, keyword(kind, 'default')))}
      ${input('per', 'Per', 'key, address or header:NAME', { list: 'limit-callers', placeholder: keyword(per, 'default') })}
      ${input('cost', 'Cost', 'Units of a request, or bytes', { placeholder: keyword(cost, 'default') })}
      ${select('refuse', 'Rejection', options(refuse.enum, keyword(refuse, 'default')))}
      ${choices('fields', 'Headers', fields.items.enum)}
      ${choices('retry', 'Retry-After', retry.items.enum)}
      ${datalist('limit-callers', ['key', 'address', 'header:Authorization'])}
    </fieldset>`;
}

function keyword(schema: TSchema, name: string): string {
  return String(keywordOf(schema, name));
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The request that the script sends. */
export function requestFields(html: Html): Markup {
  const { input, select, area, rows } = createControls(html, []);
  return html`
    <details id="request" class="scripted">
      <summary>Request</summary>
      <fieldset class="fields plain" disabled>
        <legend class="unseen">Request</legend>
        ${select(
          'method',
          'Method',
          METHODS.map((method) => [method, method] as const),
        )}
        ${input('count', 'Requests', 'One after another', { type: 'number', min: 1, max: 50, value: '1' })}
        ${input('wait', 'Seconds between', undefined, { type: 'number', min: 0, max: 60, step: 'any', value: '0' })}
        ${area('content', 'Request body')}
        ${rows('request-header', 'Request header', 'Idempotency-Key: "8e03978e"', 1)}
      </fieldset>
    </details>`;
}
