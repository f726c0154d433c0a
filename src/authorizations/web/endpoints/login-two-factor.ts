import { Type } from 'typebox';
import type { Exchange } from '../../../http/exchange.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { alert } from '../components/notices.ts';
import { type Member, page, type Visitor, type WebContext } from '../context.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { noteFailure, signInWithCode, toReturnPath } from '../sign-in/sign-in.ts';
import { ANYWHERE } from './login.ts';

export const twoFactorPage = page({
  path: '/login/two-factor',
  methods: ['GET'],
  tag: 'Signing in',
  summary: 'The page that asks for the code of the second factor, after the password was right.',
  query: { return_to: Type.Optional(Type.String({ description: 'Path to go on to.' })) },
  responses: {
    200: htmlResponse('A page.'),
    303: redirectResponse('There is no sign-in under way, or it is complete.'),
  },
  examples: [{ path: '/login/two-factor', status: 303, answers: [['Location', '/login']] }],

  async handle({ query, exchange, service, caller }) {
    const returnTo = toReturnPath(query.return_to ?? '');
    if (!isOnTheWay(caller)) return goOn(exchange, caller.isSignedIn ? returnTo : '/login');
    await show({ exchange, service, caller }, twoFactorView(caller.user.twoFactor?.method, returnTo));
  },
});

export const checkTwoFactor = page({
  path: '/login/two-factor',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Takes a one-time password or a recovery code, and completes the session.',
  body: formBody({
    code: optionalField('The second factor.'),
    again: optionalField('Sends another text message.'),
    return_to: optionalField('Path to go on to.'),
  }),
  responses: {
    303: redirectResponse('Signed in.'),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'The code is not right.',
  },
  examples: [{ path: '/login/two-factor', body: 'code=123456', status: 403 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const returnTo = toReturnPath(form.text('return_to'));
    if (!isOnTheWay(caller)) return goOn(exchange, caller.isSignedIn ? returnTo : '/login');
    if (form.text('again') !== '') {
      await service.outbox.sendCode(caller.user);
      return goOn(exchange, `/login/two-factor?return_to=${encodeURIComponent(returnTo)}`);
    }
    const result = await signInWithCode(service, exchange, caller.user, form.text('code'));
    if (result.problem !== undefined) {
      await noteFailure(service, exchange, caller.user.login, result, 'code');
      const view = twoFactorView(caller.user.twoFactor?.method, returnTo, result.problem);
      return show(call, view, result.status);
    }
    await complete(service, exchange, caller, result.isRecovery, returnTo);
  },
});

async function complete(
  service: WebContext,
  exchange: Exchange,
  visitor: Member,
  isRecovery: boolean,
  returnTo: string,
): Promise<void> {
  const { user } = visitor;
  const cookies = await service.sessions.begin(exchange, user, 'signed-in');
  if (isRecovery)
    await service.securityLog.note(exchange, user.id, 'two_factor_authentication.recovery_code_used');
  await service.securityLog.note(exchange, user.id, 'user.login');
  goOn(exchange, returnTo, cookies);
}

function isOnTheWay(visitor: Visitor): visitor is Member {
  return visitor.user !== undefined && !visitor.isSignedIn;
}

function twoFactorView(method: 'app' | 'sms' | undefined, returnTo: string, problem?: string): View {
  const hint =
    method === 'sms'
      ? 'A code was sent to your phone. On this server an operator finds it in the outbox.'
      : 'Your authenticator app shows the code.';
  return {
    title: 'Two-factor authentication',
    formTargets: ANYWHERE,
    body: (html, { token }) => html`
      <div class="narrow">
        <h1>Two-factor authentication</h1>
        ${alert(html, problem)}
        <form method="post" action="/login/two-factor">
          ${token}
          <input type="hidden" name="return_to" value=${returnTo} />
          <label>Code <small>${hint}</small>
            <input name="code" required autofocus autocomplete="one-time-code" spellcheck="false" /></label>
          <button class="main wide">Verify</button>
        </form>
        ${method === 'sms' ? sendAgain(html, token, returnTo) : null}
        <p class="soft">No phone at hand? Type one of your recovery codes instead. Each works once.</p>
      </div>`,
  };
}

function sendAgain(html: Html, token: Markup, returnTo: string): Markup {
  return html`
    <form method="post" action="/login/two-factor">
      ${token}
      <input type="hidden" name="return_to" value=${returnTo} />
      <button name="again" value="1">Send the code again</button>
    </form>`;
}
