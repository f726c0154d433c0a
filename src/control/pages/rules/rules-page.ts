import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { faultKinds } from '#testing/responses/faults/declarations.ts';
import { type SendPage, sendControlPage } from '../control-page.ts';
import { STATUSES } from '../statuses.ts';

/** Sends the page of the rules. Its script reads and changes them by the control API. */
export const sendRulesPage: SendPage = (exchange, service, access) =>
  sendControlPage(exchange, service, access, {
    name: 'rules',
    title: 'Rules',
    stylesheet: `
fieldset { border: 1px solid var(--line); border-radius: var(--r2); margin: 0 0 1rem; padding: 0.5rem 1rem 1rem; }
legend { font-weight: 600; padding: 0 0.35rem; }
.form > * { align-self: start; } .form > .whole { grid-column: 1 / -1; }
.aligned > :is([data-effect], [data-times]) { display: contents; }
.aligned > * > .field { align-content: normal; display: grid; gap: 6px; grid-row: span 3; grid-template-rows: subgrid; }
fieldset details { margin-top: 0.75rem; } fieldset details > .aligned { margin-top: 0.5rem; }
.stages { display: flex; flex-wrap: wrap; gap: 0.25rem; list-style: none; margin: 0.75rem 0 0.25rem; padding: 0; }
.stages li { border: 1px solid var(--control); border-radius: var(--r2); padding: 0.1rem 0.6rem; }
.stages .broken { border-color: var(--pink); color: var(--pink); font-weight: 600; } .stages .never { border-style: dashed; color: var(--ink-2); }
textarea { font: var(--m-13); width: 100%; }
#rules td:first-child { width: 1%; } #rules .actions { flex-wrap: nowrap; }
#explanation pre { white-space: pre-wrap; }
`,
    main: html`
    <p>A rule acts on the requests that it matches: it responds in place of an endpoint, delays, breaks or ends them.</p>
    <p id="changed" class="banner" role="status" hidden></p>
    <section aria-labelledby="rules-heading" class="scripted">
      <h2 id="rules-heading">Rules in the order of their use</h2>
      <div id="rules"></div>
    </section>
    <section aria-labelledby="form-heading" class="scripted">
      <h2 id="form-heading">New rule</h2>
      ${ruleForm()}
    </section>
    <section aria-labelledby="explain-heading" class="scripted">
      <h2 id="explain-heading">Explain a request</h2>
      <form id="explain-form" class="form">
        ${inputField({ name: 'method', id: 'explain-method', label: 'Method', value: 'GET', maxlength: 100, required: true })}
        ${inputField({ name: 'target', id: 'explain-target', label: 'Path and query', placeholder: '/v1/users/1?page=2', required: true })}
        ${lines('explain-headers', 'headers', 'Headers', 'One on each line, such as Accept: text/plain')}
        ${lines('explain-body', 'body', 'Body')}
        <p class="actions whole">${button('Explain')}</p>
      </form>
      <div id="explanation" role="status"></div>
    </section>`,
  });

const EFFECTS = [
  ['respond', 'Respond'],
  ['error', 'Respond with an error of the service'],
  ['fault', 'Fault of the message or the connection'],
  ['delay', 'Delay'],
  ['dribble', 'Content in chunks, over a time'],
  ['drop', 'Close the connection'],
  ['pass', 'The endpoint responds'],
  ['rate_limit', 'Rate limit exceeded'],
  ['suspended', 'User is suspended'],
  ['lockout', 'Login is locked'],
] as const;

/** A rule as one sentence. The script shows the fields of the selected effect only. */
function ruleForm(): Markup {
  const options = EFFECTS.map(([value, label]) => html`<option value=${value}>${label}</option>`);
  return html`
    <form id="rule-form">
      <fieldset>
        <legend>When a request</legend>
        <div class="aligned">
          ${inputField({ name: 'method', label: 'Method', hint: 'Empty for every method', placeholder: 'GET', list: 'methods', maxlength: 100 })}
          ${inputField({ name: 'path', label: 'Path', hint: 'A template, such as /v1/users/{id}', placeholder: '/v1/users/{id}', maxlength: 2000 })}
        </div>
        <details><summary>More conditions: header, bin, user</summary><div class="aligned">
          ${inputField({ name: 'header', label: 'Header', hint: 'Name, or name and value', placeholder: 'X-Client: one' })}
          ${inputField({ name: 'bin', label: 'Bin', hint: 'Of the testing service', maxlength: 64 })}
          ${inputField({ name: 'login', label: 'User', hint: 'Of calls of the API', maxlength: 100 })}
        </div></details>
        ${checkbox({ name: 'every', value: 'true' }, 'Every request, without a condition')}
      </fieldset>
      <fieldset>
        <legend>arrives,</legend>
        <div class="aligned">
          ${field({ label: 'Effect', id: 'effect' }, (input) => select({ name: 'effect', ...input }, options))}
          ${only(
            'respond',
            html`
            ${inputField({ name: 'status', label: 'Status', hint: 'Or several with weights: 503:1,200:3', value: '200', list: 'statuses', maxlength: 100 })}
            ${inputField({ name: 'type', label: 'Content-Type', hint: 'Empty for JSON or text', maxlength: 200 })}
            ${lines('respond-headers', 'headers', 'Headers', 'One on each line, such as Retry-After: 1')}
            ${lines('respond-content', 'content', 'Content', 'JSON, or other text')}`,
          )}
          ${only(
            'error',
            html`
            ${inputField({ name: 'error_status', label: 'Status', hint: 'From 400 to 599', type: 'number', value: '503', min: 400, max: 599 })}
            ${inputField({ name: 'message', label: 'Message', maxlength: 1000 })}
            ${inputField({ name: 'retry_after', label: 'Retry-After', hint: 'Seconds', type: 'number', min: 0 })}`,
          )}
          ${only(
            'fault',
            html`
            ${field({ label: 'Kind of fault', id: 'fault-choice' }, (input) => select({ name: 'fault_choice', ...input }, faultOptions()))}
            ${inputField({ name: 'fault', label: 'Fault', hint: 'As in /compose: reset@headers, truncate@7, stall', value: 'reset@headers', maxlength: 200 })}`,
          )}
          ${only(
            'delay',
            html`
            ${inputField({ name: 'delay', label: 'Seconds', hint: 'Before the response', value: '0.5', maxlength: 100 })}
            ${inputField({ name: 'spread', label: 'Spread', hint: 'Seconds more at most; empty for none', inputmode: 'decimal', maxlength: 20 })}`,
          )}
          ${only(
            'dribble',
            html`
            ${inputField({ name: 'chunks', label: 'Chunks', hint: 'Of equal size', type: 'number', value: '5', min: 1 })}
            ${inputField({ name: 'dribble_time', label: 'Seconds', hint: 'From the first to the last chunk', value: '2', maxlength: 20 })}`,
          )}
        </div>
        ${only('fault', html`<div id="fault-picture"></div>`)}
      </fieldset>
      <fieldset>
        <legend>for</legend>
        <div class="aligned">
          ${field({ label: 'Requests', id: 'times' }, (input) =>
            select(
              { name: 'times', ...input },
              TIMES.map(([value, label]) => html`<option value=${value}>${label}</option>`),
            ),
          )}
          <div data-times="next">${inputField({ name: 'count', label: 'Number of requests', type: 'number', value: '1', min: 1 })}</div>
          <div data-times="share">${inputField({ name: 'probability', label: 'Share of requests', hint: 'Percent', type: 'number', value: '50', min: 0, max: 100, step: 'any' })}</div>
          <div data-times="connections">${inputField({ name: 'toxicity', label: 'Share of connections', hint: 'Percent', type: 'number', value: '50', min: 0, max: 100, step: 'any' })}</div>
        </div>
      </fieldset>
      ${lines('rule-json', 'json', 'Rule as JSON', 'What is sent. The fields above change it; it can be edited, too.', 8)}
      <p id="rule-matches" class="soft" role="status"></p>
      <p class="actions">${button('Add', { kind: 'primary', id: 'rule-submit' })} ${button('Cancel', { type: 'button', id: 'rule-cancel', hidden: true })}</p>
      <datalist id="statuses">${STATUSES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</datalist>
      <datalist id="methods">${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => html`<option value=${value}></option>`)}</datalist>
    </form>`;
}

const TIMES = [
  ['all', 'all of them'],
  ['next', 'the next ones'],
  ['share', 'a share of them'],
  ['connections', 'those of a share of the connections'],
] as const;

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

/** The field of an effect. */
function only(effect: string, content: Markup): Markup {
  return html`<div data-effect=${effect}>${content}</div>`;
}

function lines(id: string, name: string, label: string, hint?: string, rows = 3): Markup {
  return field(
    { id, label, hint },
    (input) => html`<textarea name=${name} rows=${rows} spellcheck="false" ...${input}></textarea>`,
  );
}
