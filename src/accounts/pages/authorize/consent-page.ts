import { html } from '#pages/html.ts';
import type { View } from '../shell/view.ts';
import { type AuthorizationRequest, PARAMETERS } from './authorization-request.ts';
import type { ConsentRequest } from './consent.ts';
import { consentFields, consentHeading, decisionButtons } from './consent-markup.ts';

export function consentView(
  { application, target, parameters }: AuthorizationRequest,
  requested: ConsentRequest,
): View {
  return {
    title: `Authorize ${application.name}`,
    isSolo: true,
    formTargets: [new URL(target).origin],
    main: ({ token }) => html`
      <div class="card stack wide">
        ${consentHeading(requested)}
        <form method="post" action="/login/oauth/authorize">
          ${token}
          ${PARAMETERS.map((name) =>
            parameters[name] === undefined
              ? null
              : html`<input type="hidden" name=${name} value=${parameters[name]} />`,
          )}
          <input type="hidden" name="asked" value=${requested.scopes.join(' ')} />
          ${consentFields(requested)}
          ${decisionButtons(requested)}
        </form>
        <p class="soft small">Then your browser goes to <code>${target}</code></p>
      </div>`,
  };
}
