import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import {
  buildConfirmationPath,
  findDeviceCode,
  parseUserCode,
  userAttemptsKey,
} from '../device/user-code.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { type FormProblem, invalidField } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { tooManyAttempts } from '../sign-in/attempts.ts';

export const devicePage = memberPage({
  path: '/login/device',
  tag: 'OAuth flows',
  summary: 'Returns the page where the user enters the code of a device.',
  query: { user_code: Type.Optional(Type.String({ description: 'The code to fill in.' })) },
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Flogin%2Fdevice']] }],

  async handle({ query, exchange, service, caller }) {
    const { codeView } = await import('../device/code-page.ts');
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
    const { codeView } = await import('../device/code-page.ts');
    if (found === 'too-many') {
      const key = userAttemptsKey(caller.user);
      const problem = await tooManyAttempts(service, key, 'You have entered too many codes.');
      return showPage(call, codeView('', problem), problem.status);
    }
    if (!found) return showPage(call, codeView(entered, buildProblem(entered)), 422);
    redirectTo(exchange, buildConfirmationPath(caller, found.userCode));
  },
});

/** One cause for each text. A correct code of an application with too many attempts gets that of a wrong code. */
function buildProblem(entered: string): FormProblem {
  return invalidField(
    'user_code',
    parseUserCode(entered) === undefined
      ? 'A code has eight letters, such as WDJB-MJHT.'
      : 'No device is waiting with this code. Compare it with the code that your device shows now.',
  );
}
