import { Type } from 'typebox';
import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { page } from '../sessions/context.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { chooseReturnPath, recordFailure, signInWithPassword } from '../sign-in/sign-in.ts';

export const signInPage = page({
  path: '/login',
  tag: 'Signing in',
  summary: 'Returns the sign-in page.',
  description: 'After sign-in, the browser is redirected to `return_to` if it is an account page.',
  query: {
    return_to: Type.Optional(Type.String({ description: 'Path of the page to return to.' })),
    login: Type.Optional(Type.String({ description: 'Login to fill in.' })),
  },
  responses: { 200: htmlResponse('A page.'), 303: redirectResponse('The user is already signed in.') },
  examples: [
    { title: 'The page', status: 200, responseFields: [['Cache-Control', 'no-store']] },
    { title: 'With a page to return to', path: '/login?return_to=/settings/tokens', status: 200 },
  ],

  async handle({ query, exchange, service, caller }) {
    const returnTo = chooseReturnPath(query.return_to ?? '');
    if (caller.isSignedIn) return redirectTo(exchange, returnTo);
    const { signInView } = await import('../sign-in/sign-in-page.ts');
    await showPage(
      { exchange, service, caller },
      signInView({ exchange, service }, { returnTo, login: query.login ?? '' }),
    );
  },
});

export const signIn = page({
  path: '/login',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Checks login and password, and starts a session.',
  body: formBody({
    login: textField(),
    password: textField(),
    return_to: optionalField('Path of the page to return to.'),
  }),
  responses: {
    303: redirectResponse('To the requested page, or to the page for the second factor.'),
    403: 'The form is not from a page of this server, or too many sign-in attempts failed.',
    422: 'The login or the password is incorrect.',
    429: 'Too many passwords are being verified.',
  },
  examples: [{ body: 'login=mona&password=correct-horse-1', status: 403 }],

  async handle(call) {
    const { exchange, service } = call;
    const form = readForm(call);
    const [login, returnTo] = [form.text('login'), chooseReturnPath(form.text('return_to'))];
    const result = await signInWithPassword(service, exchange, login, form.exact('password'));
    if (result.problem !== undefined) {
      const { signInView } = await import('../sign-in/sign-in-page.ts');
      const view = signInView(call, { returnTo, login, rejected: result });
      await showPage(call, view, result.status);
      // After the response, so that its time does not reveal whether the login exists.
      return recordFailure(service, exchange, login, result);
    }
    const { user } = result;
    if (user.twoFactor) {
      const cookies = await service.sessions.begin(exchange, user, 'second-factor');
      return redirectTo(exchange, `/login/two-factor?return_to=${encodeURIComponent(returnTo)}`, cookies);
    }
    const event = service.securityLog.event(exchange, user.id, 'user.login');
    redirectTo(exchange, returnTo, await service.sessions.begin(exchange, user, 'signed-in', event));
  },
});
