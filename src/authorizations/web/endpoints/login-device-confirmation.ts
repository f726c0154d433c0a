import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import type { Application, DeviceCode } from '../../store.ts';
import {
  type ConsentRequest,
  consentFields,
  consentHeading,
  readConsent,
  toConsentRequest,
} from '../consent.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { formBody, readForm } from '../form.ts';
import { toUserCode } from '../user-code.ts';
import { show, type View } from '../view.ts';

export const confirmDevicePage = memberPage({
  path: '/login/device/confirmation',
  methods: ['GET'],
  tag: 'OAuth flows',
  summary: 'Asks the user whether to let the device in that waits with a code.',
  access: 'session',
  query: { user_code: Type.Optional(Type.String({ description: 'The code that the device shows.' })) },
  responses: { 200: 'A page.', 302: 'Sign in first.', 404: 'No device waits with this code.' },
  examples: [{ path: '/login/device/confirmation?user_code=WDJB-MJHT', status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const { code, asked } = await find(service, caller, query.user_code ?? '');
    await show({ exchange, service, caller }, confirmView(code, asked));
  },
});

export const confirmDevice = memberPage({
  path: '/login/device/confirmation',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Takes what the user decided about a device.',
  description: 'Fields: those of the page, `decision` among them: `authorize` or `cancel`.',
  access: 'session',
  body: formBody,
  responses: {
    200: 'A page that says so.',
    303: 'Sign in first.',
    403: 'The form did not come from the page.',
    404: 'No device waits with this code.',
  },
  examples: [{ path: '/login/device/confirmation', status: 303 }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const form = readForm(call);
    const { code, asked } = await find(service, caller, form.text('user_code'));
    const isGranted = form.text('decision') === 'authorize';
    const consent = isGranted ? readConsent(asked, form) : { scopes: [], organizationIds: [] };
    const decision = isGranted ? 'granted' : 'denied';
    const isFirst = await service.store.deviceCodes.decide(code.digest, {
      ...consent,
      decision,
      userId: caller.user.id,
    });
    if (!isFirst) throw notFound();
    await show({ exchange, service, caller }, doneView(asked.application, isGranted));
  },
});

async function find(
  service: WebContext,
  { user }: Member,
  typed: string,
): Promise<{ code: DeviceCode; asked: ConsentRequest }> {
  const userCode = toUserCode(typed);
  const code = userCode === undefined ? undefined : await service.store.deviceCodes.byUserCode(userCode);
  if (!code || code.expiresAt <= service.runtime.now() || code.decision !== 'pending') throw notFound();
  const application = await service.store.applications.byId(code.applicationId);
  if (!application) throw notFound();
  return { code, asked: await toConsentRequest(service, application, user, code.scopes) };
}

function confirmView({ userCode }: DeviceCode, asked: ConsentRequest): View {
  return {
    title: `Authorize ${asked.application.name}`,
    body: (html, { token }) => html`
      <div class="narrow">
        ${consentHeading(html, asked)}
        <p>Only go on if your own device shows the code <strong><code>${userCode}</code></strong>.</p>
        <form method="post" action="/login/device/confirmation">
          ${token}
          <input type="hidden" name="user_code" value=${userCode} />
          ${consentFields(html, asked)}
          <div class="actions">
            <button class="main" name="decision" value="authorize">Authorize ${asked.application.name}</button>
            <button name="decision" value="cancel">Cancel</button>
          </div>
        </form>
      </div>`,
  };
}

function doneView({ name }: Application, isGranted: boolean): View {
  const title = isGranted ? 'Your device is connected' : 'The device was not let in';
  return {
    title,
    body: (html) => html`
      <div class="narrow">
        <h1>${title}</h1>
        <p>${isGranted ? `${name} can go on now. You may close this page.` : `${name} gets no access.`}</p>
      </div>`,
  };
}
