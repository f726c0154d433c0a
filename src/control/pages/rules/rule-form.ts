import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { createControls } from '#pages/components/form-controls.ts';
import { icon } from '#pages/components/icon.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { html, type Markup } from '#pages/html.ts';
import { responseFields } from '#testing/builder/response/fields.ts';
import { faultKinds } from '#testing/responses/faults/declarations.ts';

const EFFECTS = [
  { value: 'respond', label: 'Respond' },
  { value: 'error', label: 'Error' },
  { value: 'delay', label: 'Wait' },
  { value: 'fault', label: 'Fault' },
  { value: 'dribble', label: 'Slow down' },
  { value: 'other', label: 'Other' },
] as const;

const OTHERS = [
  ['drop', 'Close the connection'],
  ['pass', 'The endpoint responds'],
  ['rate_limit', 'Rate limit exceeded'],
  ['suspended', 'User is suspended'],
  ['lockout', 'Login is locked'],
] as const;

const TIMES = [
  ['all', 'every matching request'],
  ['next', 'the next matching requests'],
  ['share', 'a share of the requests'],
  ['connections', 'a share of the connections'],
] as const;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** A rule as one sentence, the fields of its effect, and the same as JSON, which is what is sent. */
export function ruleForm(): Markup {
  return html`
    <form id="rule-form" novalidate>
      <h2 id="form-heading">New rule</h2>
      <p id="form-state" class="hint" hidden>The fields cannot show this rule. It is edited as JSON, below.</p>
      <div id="rule-fields" class="fieldset">
        ${sentence()}
        ${effectFields()}
      </div>
      <div id="every" class="banner warn">${icon('warn')}<div>
        <b>No condition: this rule acts on every request.</b> <span id="every-count"></span>
        ${checkbox({ name: 'every', value: 'true' }, 'Answer every request')}
      </div></div>
      <details id="rule-json-part"><summary>The rule as JSON</summary>
        ${lines('rule-json', 'rule', 'Rule as JSON', 'What is sent. The fields change it; it can be edited, too.', 8)}
      </details>
      <p id="rule-problem" class="err" role="alert" hidden></p>
      <div class="actions">${button('Add rule', { kind: 'primary', id: 'rule-submit', 'aria-describedby': 'every' })}${button('Clear', { type: 'button', kind: 'quiet', id: 'rule-cancel' })}</div>
    </form>`;
}

function sentence(): Markup {
  return html`
    <div class="sentence">
      <b>When</b>
      <div class="field">${plain('method', 'Method', 'any method', { list: 'methods', maxlength: 100 })}</div>
      <div class="field">${plain('path', 'Path', '/v1/users/{id}', { maxlength: 2000 })}</div>
      <details class="span"><summary>More conditions: header, bin, user</summary><div class="conditions">
        ${inputField({ name: 'match_header', label: 'Header', hint: 'Name, or name and value', placeholder: 'X-Client: one' })}
        ${inputField({ name: 'bin', label: 'Bin', hint: 'Of the testing service', maxlength: 64 })}
        ${inputField({ name: 'login', label: 'User', hint: 'Of calls of the API', maxlength: 100 })}
      </div></details>
      <b>then</b>
      <div class="span">${segmentedControl({ name: 'effect', legend: 'Effect', value: 'respond', segments: EFFECTS })}</div>
      <b>for</b>
      <div class="span times">
        ${select({ name: 'times', class: 'in', 'aria-label': 'How often' }, options(TIMES))}
        ${number('next', 'count', 'Number of requests', 'requests', { value: '1', min: 1 })}
        ${number('share', 'probability', 'Share of requests', '%', { value: '50', min: 0, max: 100, step: 'any' })}
        ${number('connections', 'toxicity', 'Share of connections', '%', { value: '50', min: 0, max: 100, step: 'any' })}
      </div>
    </div>
    <datalist id="methods">${METHODS.map((value) => html`<option value=${value}></option>`)}</datalist>`;
}

/** A control whose name is not shown. */
function plain(
  name: string,
  label: string,
  placeholder: string,
  more: Readonly<Record<string, string | number>>,
): Markup {
  return html`<input class="in" id=${name} name=${name} aria-label=${label} placeholder=${placeholder} autocomplete="off" spellcheck="false" ...${more} />`;
}

function number(
  times: string,
  name: string,
  label: string,
  unit: string,
  more: Readonly<Record<string, string | number>>,
): Markup {
  return html`<label data-times=${times} hidden><input class="in" type="number" id=${name} name=${name} aria-label=${label} ...${more} /> ${unit}</label>`;
}

function effectFields(): Markup {
  return html`
    ${only('respond', responseFields(createControls([['status', '200']])))}
    ${only(
      'error',
      html`<div class="two">
        ${inputField({ name: 'error_status', label: 'Status of the error', hint: 'From 400 to 599', type: 'number', value: '503', min: 400, max: 599 })}
        ${inputField({ name: 'retry_after', label: 'Retry-After', hint: 'Seconds', type: 'number', min: 0 })}
        ${inputField({ name: 'message', label: 'Message', maxlength: 1000 })}
      </div>`,
    )}
    ${only(
      'delay',
      html`<div class="two">
        ${inputField({ name: 'delay', label: 'Seconds', hint: 'Before the response', value: '0.5', maxlength: 100 })}
        ${inputField({ name: 'spread', label: 'Spread', hint: 'Seconds more at most; empty for none', inputmode: 'decimal', maxlength: 20 })}
      </div>`,
    )}
    ${only(
      'fault',
      html`<div class="two">
        ${field({ label: 'Kind of fault', id: 'fault-choice' }, (input) => select({ name: 'fault_choice', ...input }, faultOptions()))}
        ${inputField({ name: 'fault', label: 'Fault', hint: 'As in /compose: reset@headers, truncate@7, stall', value: 'reset@headers', maxlength: 200 })}
      </div><div id="fault-picture"></div>`,
    )}
    ${only(
      'dribble',
      html`<div class="two">
        ${inputField({ name: 'chunks', label: 'Chunks', hint: 'Of equal size', type: 'number', value: '5', min: 1 })}
        ${inputField({ name: 'dribble_time', label: 'Seconds', hint: 'From the first to the last chunk', value: '2', maxlength: 20 })}
      </div>`,
    )}
    ${only(
      'other',
      field({ label: 'Other effect', id: 'other' }, (input) =>
        select({ name: 'other', ...input }, options(OTHERS)),
      ),
    )}`;
}

function options(choices: readonly (readonly [value: string, label: string])[]): Markup[] {
  return choices.flatMap(([value, label]) => html`<option value=${value}>${label}</option>`);
}

/** The faults by kind, each with what a client typically reports. */
function faultOptions(): Markup {
  return html`
    ${faultKinds.map(
      ({ name, client, examples }) => html`
        <optgroup label=${name}>${examples.map(
          (example) =>
            html`<option value=${example} data-client=${client.replaceAll('`', '')} selected=${example === 'reset@headers'}>${example}</option>`,
        )}</optgroup>`,
    )}
    <option value="">Another</option>`;
}

/** The fields of an effect. */
function only(effect: string, content: Markup): Markup {
  return html`<div data-effect=${effect} hidden=${effect !== 'respond'}>${content}</div>`;
}

function lines(id: string, name: string, label: string, hint: string, rows: number): Markup {
  return field(
    { id, label, hint },
    (input) => html`<textarea name=${name} rows=${rows} spellcheck="false" ...${input}></textarea>`,
  );
}
