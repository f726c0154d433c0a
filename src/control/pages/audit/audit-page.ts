import { button, checkbox, inputField } from '#pages/components.ts';
import type { ControlPage } from '../control-page.ts';

/** The audit of the authorization API as a plot. Its script reads the calls by the control API. */
export const auditPage: ControlPage = {
  name: 'audit',
  title: 'Audit',
  stylesheet: `
#audit-filter { margin-top: var(--s4); }
.plot { align-items: start; display: grid; gap: 1rem; margin: 1rem 0; }
@media (min-width: 75rem) { .plot { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
`,
  main: (html) => html`
    <p>The calls of the authorization API by program: which programs still use which endpoints.</p>
    <form id="audit-filter" class="form scripted">
      ${inputField(html, { name: 'login', label: 'User' })}
      ${inputField(html, { name: 'client_id', label: 'Application', placeholder: 'client ID' })}
      ${inputField(html, { name: 'user_agent', label: 'Program', placeholder: 'part of User-Agent' })}
      ${inputField(html, { name: 'since', label: 'Since', placeholder: '24h or a timestamp', maxlength: 40 })}
      <div class="field">${checkbox(html, { name: 'deprecated', value: 'true' }, 'Deprecated calls only')} ${button(html, 'Show')}</div>
    </form>
    <section aria-labelledby="plot-heading" class="scripted">
      <h2 id="plot-heading">Calls over time</h2>
      <div id="plot" class="plot"></div>
    </section>
    <section aria-labelledby="uses-heading" class="scripted">
      <h2 id="uses-heading">Calls by program, user and endpoint</h2>
      <div id="uses"></div>
    </section>`,
};
