import { Type } from 'typebox';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { alert } from '../components/notices.ts';
import { page } from '../context.ts';
import { formBody, optionalField, readForm, textField } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { noteFailure, signInWithPassword, toReturnPath } from '../sign-in/sign-in.ts';

export const signInPage = page({
  path: '/login',
  methods: ['GET'],
  tag: 'Signing in',
  summary: 'The page to sign in on.',
  description: 'Goes on to `return_to` afterwards, when that is one of the pages about accounts.',
  query: {
    return_to: Type.Optional(Type.String({ description: 'Path to go on to.' })),
    login: Type.Optional(Type.String({ description: 'Login to begin with.' })),
  },
  responses: { 200: htmlResponse('A page.'), 303: redirectResponse('The browser is signed in already.') },
  examples: [
    { path: '/login', status: 200, answers: [['Cache-Control', 'no-store']] },
    { path: '/login?return_to=/settings/tokens', status: 200 },
  ],

  async handle({ query, exchange, service, caller }) {
    const returnTo = toReturnPath(query.return_to ?? '');
    if (caller.isSignedIn) return goOn(exchange, returnTo);
    await show({ exchange, service, caller }, signInView({ returnTo, login: query.login ?? '' }));
  },
});

export const signIn = page({
  path: '/login',
  methods: ['POST'],
  tag: 'Signing in',
  summary: 'Takes login and password, and begins a session.',
  body: formBody({
    login: textField(),
    password: textField(),
    return_to: optionalField('Path to go on to.'),
  }),
  responses: {
    303: redirectResponse('Signed in, or on to the second factor.'),
    403: 'The form did not come from the page, or too many sign-ins have failed.',
    422: 'Login and password do not go together.',
    429: 'Too many passwords are being checked.',
  },
  examples: [{ path: '/login', body: 'login=mona&password=correct-horse-1', status: 403 }],

  async handle(call) {
    const { exchange, service } = call;
    const form = readForm(call);
    const [login, returnTo] = [form.text('login'), toReturnPath(form.text('return_to'))];
    const result = await signInWithPassword(service, exchange, login, form.exact('password'));
    if (result.problem !== undefined) {
      const view = signInView({ returnTo, login, problem: result.problem });
      await show(call, view, result.status);
      // Afterwards, so that the time of the answer does not tell which logins there are.
      return noteFailure(service, exchange, login, result);
    }
    const { user } = result;
    const stage = user.twoFactor ? 'second-factor' : 'signed-in';
    const cookies = await service.sessions.begin(exchange, user, stage);
    if (stage === 'second-factor')
      return goOn(exchange, `/login/two-factor?return_to=${encodeURIComponent(returnTo)}`, cookies);
    await service.securityLog.note(exchange, user.id, 'user.login');
    goOn(exchange, returnTo, cookies);
  },
});

interface SignInFacts {
  readonly returnTo: string;
  readonly login: string;
  readonly problem?: string;
}

function signInView({ returnTo, login, problem }: SignInFacts): View {
  return {
    title: 'Sign in',
    formTargets: ANYWHERE,
    body: (html, { token }) => html`
      <div class="narrow">
        <h1>Sign in</h1>
        ${alert(html, problem)}
        <form method="post" action="/login">
          ${token}
          <input type="hidden" name="return_to" value=${returnTo} />
          <label>Login <input name="login" value=${login} required autofocus=${login === ''} autocomplete="username" autocapitalize="none" spellcheck="false" /></label>
          <label>Password <input name="password" type="password" required autofocus=${login !== ''} autocomplete="current-password" /></label>
          <button class="main wide">Sign in</button>
        </form>
        <p class="soft">Accounts come from the seed file, or from <code>sparring user add</code>.</p>
      </div>`,
  };
}

/** Browsers follow what a form leads to no further than this, and sign-in may lead back to an application at once. */
export const ANYWHERE: readonly string[] = ['http:', 'https:'];
