import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { inputField } from '#pages/components/field.ts';
import { html } from '#pages/html.ts';
import type { OperationContext } from '../../operations/declaration/context.ts';
import { toCallView, toUseView } from '../../operations/server/audit.ts';
import { type SendPage, sendControlPage } from '../control-page.ts';
import { formStyle } from '../stylesheet.ts';
import { MAX_CALLS, MAX_USES, plotCalls, usesTable } from './audit-views.ts';

/** Sends the audit of the authorization API as a plot. Its script selects calls by the control API. */
export const sendAuditPage: SendPage = async (exchange, service, access) => {
  const audit = access === 'shell' ? undefined : await readAudit(service.operations);
  await sendControlPage(exchange, service, access, {
    name: 'audit',
    title: 'Audit',
    stylesheet: `${formStyle}
#audit-filter { margin-top: var(--4); }
svg.swatch { display: inline-block; vertical-align: -0.1rem; }
.fill-1 { fill: var(--blue); } .fill-2 { fill: var(--green); } .fill-3 { fill: var(--amber); } .fill-4 { fill: var(--violet); }
.fill-5 { fill: var(--red); } .fill-6 { fill: var(--teal); } .fill-7 { fill: var(--ink-2); } .fill-8 { fill: var(--pink); }
.legend { display: flex; flex-wrap: wrap; gap: var(--1) var(--5); list-style: none; margin: var(--2) 0; padding: 0; } .legend svg { display: inline-block; margin-right: 6px; vertical-align: -0.1rem; }
.plot { align-items: start; display: grid; font: var(--t-13); gap: 1rem; margin: 1rem 0; }
@media (min-width: 75rem) { .plot { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
`,
    main: html`
    <p>The calls of the authorization API by program: which programs still use which endpoints.</p>
    <form id="audit-filter" class="form scripted">
      ${inputField({ name: 'login', label: 'User' })}
      ${inputField({ name: 'client_id', label: 'Application', placeholder: 'client ID' })}
      ${inputField({ name: 'user_agent', label: 'Program', placeholder: 'part of User-Agent' })}
      ${inputField({ name: 'since', label: 'Since', placeholder: '24h or a timestamp', maxlength: 40 })}
      <div class="field">${checkbox({ name: 'deprecated', value: 'true' }, 'Deprecated calls only')} ${button('Show')}</div>
    </form>
    <section aria-labelledby="plot-heading">
      <h2 id="plot-heading">Calls over time</h2>
      <div id="plot" class="plot">${audit && plotCalls(audit.calls)}</div>
    </section>
    <section aria-labelledby="uses-heading">
      <h2 id="uses-heading">Calls by program, user and endpoint</h2>
      <div id="uses">${audit && usesTable(audit.uses)}</div>
    </section>`,
  });
};

async function readAudit({ audit, store }: OperationContext) {
  await audit.flush();
  const [calls, uses] = await Promise.all([store.audit.calls({}, MAX_CALLS), store.audit.uses({}, MAX_USES)]);
  return { calls: calls.map(toCallView), uses: uses.map(toUseView) };
}
