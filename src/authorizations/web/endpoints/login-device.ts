import { Type } from 'typebox';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { alert } from '../components/notices.ts';
import { memberPage } from '../context.ts';
import { findDeviceCode, toConfirmationPath } from '../device/user-code.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';

export const devicePage = memberPage({
  path: '/login/device',
  methods: ['GET'],
  tag: 'OAuth flows',
  summary: 'The page on which a user types the code that a device shows.',
  access: 'session',
  query: { user_code: Type.Optional(Type.String({ description: 'The code, to begin with.' })) },
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [
    { path: '/login/device', status: 302, answers: [['Location', '/login?return_to=%2Flogin%2Fdevice']] },
  ],

  async handle({ query, exchange, service, caller }) {
    await show({ exchange, service, caller }, codeView(query.user_code ?? ''));
  },
});

export const enterDeviceCode = memberPage({
  path: '/login/device',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Takes the code of a device, and continues with the page that asks for consent.',
  access: 'session',
  body: formBody({ user_code: textField('The code that the device shows.') }),
  responses: {
    303: redirectResponse('On to the question.'),
    403: 'The form did not come from the page.',
    422: 'No device waits with this code, or too many codes of its application were typed.',
    429: 'Too many codes were tried.',
  },
  examples: [{ path: '/login/device', status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const typed = readForm(call).text('user_code');
    const found = await findDeviceCode(service, caller.user, typed);
    if (found === 'too-many')
      return show(call, codeView('', 'Too many codes were tried. Try again in an hour.'), 429);
    if (!found) return show(call, codeView(typed, NOT_FOUND), 422);
    goOn(exchange, toConfirmationPath(caller, found.userCode));
  },
});

const NOT_FOUND =
  'No device waits with this code, or too many codes of its application were typed. Check the code, or try again in an hour.';

function codeView(typed: string, problem?: string): View {
  return {
    title: 'Connect a device',
    body: (html, { token }) => html`
      <div class="narrow">
        <h1>Connect a device</h1>
        ${alert(html, problem)}
        <form method="post" action="/login/device">
          ${token}
          <label>Code <small>Eight letters, as your device shows them</small>
            <input name="user_code" value=${typed} required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" /></label>
          <button class="main wide">Continue</button>
        </form>
      </div>`,
  };
}
