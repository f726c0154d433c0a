import { Type } from 'typebox';
import { redirectResponse } from '../../../http/message/response.ts';
import { alert, button, inputField } from '../../../http/pages/components.ts';
import { memberForm, memberPage } from '../context.ts';
import { findDeviceCode, toConfirmationPath } from '../device/user-code.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { redirectTo, showPage, type View } from '../page.ts';

export const devicePage = memberPage({
  path: '/login/device',
  tag: 'OAuth flows',
  summary: 'Returns the page where the user enters the code of a device.',
  query: { user_code: Type.Optional(Type.String({ description: 'The code to fill in.' })) },
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Flogin%2Fdevice']] }],

  async handle({ query, exchange, service, caller }) {
    await showPage({ exchange, service, caller }, codeView(query.user_code ?? ''));
  },
});

export const enterDeviceCode = memberForm({
  path: '/login/device',
  tag: 'OAuth flows',
  summary: 'Checks the code of a device, and redirects to the page that asks for consent.',
  body: formBody({ user_code: textField('The code that the device shows.') }),
  responses: {
    303: redirectResponse('To the page that asks for consent.'),
    422: 'No device is waiting with this code, or there were too many attempts for its application.',
    429: 'Too many attempts.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const entered = readForm(call).text('user_code');
    const found = await findDeviceCode(service, caller.user, entered);
    if (found === 'too-many')
      return showPage(call, codeView('', 'Too many attempts. Try again in an hour.'), 429);
    if (!found) return showPage(call, codeView(entered, NOT_FOUND), 422);
    redirectTo(exchange, toConfirmationPath(caller, found.userCode));
  },
});

const NOT_FOUND =
  'No device is waiting with this code, or there were too many attempts for its application. Check the code, or try again in an hour.';

function codeView(entered: string, problem?: string): View {
  return {
    title: 'Connect a device',
    main: (html, { token }) => html`
      <div class="narrow">
        <h1>Connect a device</h1>
        ${alert(html, problem)}
        <form method="post" action="/login/device">
          ${token}
          ${inputField(html, { name: 'user_code', label: 'Code', hint: 'The eight letters that your device shows', value: entered, required: true, autofocus: true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' })}
          ${button(html, 'Continue', { kind: 'primary', isWide: true })}
        </form>
      </div>`,
  };
}
