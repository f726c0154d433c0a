import { html } from '#pages/html.ts';
import type { Application, DeviceCode } from '../../store/index.ts';
import type { ConsentRequest } from '../authorize/consent.ts';
import { consentFields, consentHeading, decisionButtons } from '../authorize/consent-markup.ts';
import type { View } from '../shell/view.ts';

export function confirmView({ userCode }: DeviceCode, requested: ConsentRequest, proof: string): View {
  return {
    title: `Authorize ${requested.application.name}`,
    isSolo: true,
    main: ({ token }) => html`
      <div class="card stack wide">
        ${consentHeading(requested)}
        <p>Continue only if your device shows the code <strong><code>${userCode}</code></strong>.</p>
        <form method="post" action="/login/device/confirmation">
          ${token}
          <input type="hidden" name="user_code" value=${userCode} />
          <input type="hidden" name="proof" value=${proof} />
          ${consentFields(requested)}
          ${decisionButtons(requested)}
        </form>
      </div>`,
  };
}

export function doneView({ name }: Application, isGranted: boolean): View {
  const title = isGranted ? 'Your device is connected' : 'The device is not authorized';
  return {
    title,
    isSolo: true,
    main: () => html`
      <div class="card stack">
        <h1>${title}</h1>
        <p>${isGranted ? `${name} has access to your account. You can close this page.` : `${name} has no access to your account.`}</p>
      </div>`,
  };
}
