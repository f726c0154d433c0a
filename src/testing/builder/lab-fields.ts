import { button } from '#pages/components/button.ts';
import { field } from '#pages/components/field.ts';
import { createControls } from '#pages/components/form-controls.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { html, type Markup } from '#pages/html.ts';
import { LABS } from '../labs/index.ts';
import { COMPOSE, type LabChoice } from './composition.ts';
import type { EnabledLabs } from './fields.ts';

const composed = LABS.flatMap(({ builder, ...lab }) => (builder ? [{ ...lab, ...builder }] : []));

const choices: readonly LabChoice[] = composed.map(({ name, setting, definition, step }) => ({
  name,
  seed: definition ? setting : null,
  hasSteps: step !== undefined,
}));

/**
 * The choice between a response and the labs, and the fields of the labs. The script enables them: disabled fields are no
 * part of a form that is sent without it.
 */
export function labFields(enabled: EnabledLabs): Markup {
  const controls = createControls([]);
  const offered = [
    { name: COMPOSE.name, label: 'One response' },
    ...composed.filter(({ setting }) => enabled.includes(setting)),
  ];
  return html`
    <div id="lab" class="scripted" data-labs=${JSON.stringify(choices)}>${segmentedControl({
      name: 'lab',
      legend: 'Compose',
      value: COMPOSE.name,
      isDisabled: true,
      segments: offered.map(({ name, label }) => ({ value: name, label })),
    })}</div>
    <fieldset id="key-settings" class="fields plain" disabled hidden>
      <legend class="vh">Key</legend>
      ${field(
        { id: 'key', label: 'Key', hint: 'Any name: the server keeps the attempts at it' },
        (attributes) =>
          html`<input ...${attributes} autocomplete="off" autocapitalize="off" spellcheck="false" />`,
      )}
      ${button('Delete the key', { type: 'button', id: 'free-key', isSmall: true, hidden: true })}
    </fieldset>
    ${composed.map(
      ({ name, title, settings }) => html`
        <fieldset id="${name}-settings" class="fields" disabled hidden>
          <legend>${title}</legend>
          ${settings(controls)}
        </fieldset>`,
    )}
    <section id="step-list" class="steps" aria-label="Steps" hidden>
      <h2>Steps</h2>
      <ol></ol>
      <p class="actions"><button class="btn" type="button" id="add-step">Add a step</button></p>
    </section>
    <fieldset id="step-settings" class="fields" disabled hidden>
      <legend id="step-title">Step 1</legend>
      ${composed.map(({ step }) => step?.(controls) ?? null)}
    </fieldset>`;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The request that the script sends. */
export function requestFields(): Markup {
  const { input, select, area, rows } = createControls([]);
  return html`
    <details id="request" class="scripted">
      <summary>Request</summary>
      <fieldset class="fields plain" disabled>
        <legend class="vh">Request</legend>
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
