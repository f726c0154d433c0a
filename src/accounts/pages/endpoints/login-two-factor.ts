import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import { page, type WebContext } from '../sessions/context.ts';
import type { Member, Visitor } from '../sessions/visitor.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { chooseReturnPath, recordFailure, signInWithCode } from '../sign-in/sign-in.ts';

export const twoFactorPage = page({
  path: '/login/two-factor',
  tag: 'Signing in',
  summary: 'Returns the page that asks for the second factor after the password.',
  query: { return_to: Type.Optional(Type.String({ description: 'Path of the page to return to.' })) },
  responses: {
    200: htmlResponse('A page.'),
    303: redirectResponse('There is no sign-in in progress, or it is complete.'),
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle({ query, exchange, service, caller }) {
    const returnTo = chooseReturnPath(query.return_to ?? '');
    if (!hasPendingSecondFactor(caller)) return redirectTo(exchange, caller.isSignedIn ? returnTo : '/login');
    const { twoFactorView } = await import('../sign-in/two-factor-page.ts');
    await showPage({ exchange, service, caller }, twoFactorView(exchange, caller.user, returnTo));
  },
});

export const checkTwoFactor = page({
  path: '/login/two-factor',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Checks a one-time password or a recovery code, and completes the sign-in.',
  body: formBody({
    code: optionalField('A one-time password or a recovery code.'),
    again: optionalField('Sends another text message.'),
    return_to: optionalField('Path of the page to return to.'),
  }),
  responses: {
    303: redirectResponse('To the requested page.'),
    403: 'The form is not from a page of this server, or too many sign-in attempts failed.',
    422: 'The code is incorrect.',
  },
  examples: [{ body: 'code=123456', status: 403 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const returnTo = chooseReturnPath(form.text('return_to'));
    if (!hasPendingSecondFactor(caller)) return redirectTo(exchange, caller.isSignedIn ? returnTo : '/login');
    if (form.text('again') !== '') {
      await service.outbox.sendCode(caller.user);
      return redirectTo(exchange, `/login/two-factor?return_to=${encodeURIComponent(returnTo)}`);
    }
    const result = await signInWithCode(service, exchange, caller.user, form.text('code'));
    if (result.problem !== undefined) {
      await recordFailure(service, exchange, caller.user.login, result, 'code');
      const { twoFactorView } = await import('../sign-in/two-factor-page.ts');
      const view = twoFactorView(exchange, caller.user, returnTo, result);
      return showPage(call, view, result.status);
    }
    await complete(service, exchange, caller, returnTo);
  },
});

async function complete(
  service: WebContext,
  exchange: Exchange,
  visitor: Member,
  returnTo: string,
): Promise<void> {
  const { user } = visitor;
  const event = service.securityLog.event(exchange, user.id, 'user.login');
  const cookies = await service.sessions.begin(exchange, user, 'signed-in', event);
  redirectTo(exchange, returnTo, cookies);
}

function hasPendingSecondFactor(visitor: Visitor): visitor is Member {
  return visitor.user !== undefined && !visitor.isSignedIn;
}
