import { button, field, inputField } from '../../../../http/pages/components.ts';
import type { Html, Markup } from '../../../../http/pages/page.ts';
import type { ControlPage } from '../control-page.ts';

/** The control panel. Its script reads and changes the state by the control API. */
export const panelPage: ControlPage = {
  name: 'panel',
  title: 'Control panel',
  stylesheet: `
.clock { font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.sections { display: grid; margin-top: 1rem; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 75rem) { .sections { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .sections > .wide { grid-column: 1 / -1; } }
.sections > section { border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; padding: 1rem; }
.sections form { margin: 0.75rem 0; }
svg .phase-supported { fill: var(--green); } svg .phase-deprecated { fill: var(--amber); }
svg .phase-brownout { fill: var(--violet); } svg .phase-removed { fill: var(--red); }
#outbox td:nth-child(4) { min-width: 20rem; white-space: pre-line; }
svg .now { stroke: var(--ink); stroke-width: 2; }
.lifecycle { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
`,
  main: (html) => html`
    <div class="sections scripted">
      ${clockSection(html)}
      ${dataSection(html)}
      ${lifecycleSection(html)}
      <section class="wide" aria-labelledby="outbox-heading">
        <h2 id="outbox-heading">Outbox</h2>
        <p class="soft">Text messages and e-mails that the server would have sent, the newest first.</p>
        <div id="outbox"></div>
      </section>
    </div>`,
};

function clockSection(html: Html): Markup {
  return html`
    <section aria-labelledby="clock-heading">
      <h2 id="clock-heading">Clock</h2>
      <p class="clock"><span id="clock-now"></span> <span id="clock-mode" class="tag"></span></p>
      <p class="actions">${button(html, 'Freeze now', { type: 'button', id: 'clock-freeze' })} ${button(html, 'Release', { type: 'button', id: 'clock-release' })}</p>
      <form id="clock-advance" class="form">
        ${inputField(html, { name: 'advance', label: 'Advance by', hint: 'A duration such as 90s, 15m or 30d', value: '1h', maxlength: 40, required: true })}
        ${button(html, 'Advance')}
      </form>
      <form id="clock-set" class="form">
        ${inputField(html, { name: 'time', label: 'Time', hint: 'Such as 2020-11-13T15:59:59Z', maxlength: 40, required: true })}
        <p class="actions">${button(html, 'Freeze at this time', { value: 'freeze' })} ${button(html, 'Set', { value: 'set' })}</p>
      </form>
    </section>`;
}

function dataSection(html: Html): Markup {
  return html`
    <section aria-labelledby="data-heading">
      <h2 id="data-heading">Data</h2>
      <p id="data-counts" class="soft"></p>
      <p class="actions">${button(html, 'Take a snapshot', { type: 'button', id: 'snapshot-take' })} ${button(html, 'Reset to the start', { type: 'button', id: 'reset', kind: 'danger' })}</p>
      <p class="soft">A reset deletes all records, requests and rules, and restores clock and lifecycle. Snapshots stay.</p>
      <div id="snapshots"></div>
    </section>`;
}

function lifecycleSection(html: Html): Markup {
  return html`
    <section class="wide" aria-labelledby="lifecycle-heading">
      <h2 id="lifecycle-heading">Lifecycle</h2>
      <p id="lifecycle-state"></p>
      <form id="lifecycle-form" class="toolbar">
        ${field(html, { label: 'Schedule', id: 'preset' }, (given) => html`<select name="preset" ...${given}><option>supported</option><option>deprecated</option><option>github</option></select>`)}
        ${button(html, 'Apply')} ${button(html, 'Restore that of the start', { type: 'button', id: 'lifecycle-reset' })}
      </form>
      <div id="lifecycle" class="lifecycle"></div>
    </section>`;
}
