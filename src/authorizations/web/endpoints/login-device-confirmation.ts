import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import type { Application, DeviceCode } from '../../store.ts';
import {
  type ConsentRequest,
  consentFields,
  consentHeading,
  decisionButtons,
  decisionFields,
  readConsent,
  refuseUnverified,
  toConsentRequest,
} from '../authorize/consent.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { findPending, isTyped, toUserCode } from '../device/user-code.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';

export const confirmDevicePage = memberPage({
  path: '/login/device/confirmation',
  methods: ['GET'],
  tag: 'OAuth flows',
  summary: 'Asks the user whether to let the device in that waits with the code he has typed.',
  access: 'session',
  query: {
    user_code: Type.Optional(Type.String({ description: 'The code that the device shows.' })),
    proof: Type.Optional(Type.String({ description: 'That it was typed, in this session.' })),
  },
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    303: redirectResponse('Type the code first.'),
    404: 'No device waits with this code.',
    422: 'The user has no verified e-mail address.',
  },
  examples: [{ path: '/login/device/confirmation?user_code=WDJB-MJHT', status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const { user_code: typed = '', proof = '' } = query;
    const userCode = toUserCode(typed) ?? '';
    if (!isTyped(caller, userCode, proof))
      return goOn(exchange, `/login/device?user_code=${encodeURIComponent(userCode)}`);
    const { code, asked } = await find(service, caller, userCode);
    await show({ exchange, service, caller }, confirmView(code, asked, proof));
  },
});

export const confirmDevice = memberPage({
  path: '/login/device/confirmation',
  methods: ['POST'],
  tag: 'OAuth flows',
  summary: 'Takes what the user decided about a device.',
  access: 'session',
  body: formBody({ user_code: textField(), proof: textField('Of the page.'), ...decisionFields }),
  responses: {
    200: htmlResponse('A page that says so.'),
    303: redirectResponse('Sign in first.'),
    403: 'The form did not come from the page.',
    404: 'No device waits with this code.',
    422: 'The user has no verified e-mail address.',
  },
  examples: [{ path: '/login/device/confirmation', status: 303 }],

  async handle(call) {
    const { service, caller } = call;
    const form = readForm(call);
    const userCode = toUserCode(form.text('user_code')) ?? '';
    if (!isTyped(caller, userCode, form.text('proof'))) throw notFound();
    const { code, asked } = await find(service, caller, userCode);
    const isGranted = form.text('decision') === 'authorize';
    const consent = isGranted ? readConsent(asked, form) : { scopes: [], organizationIds: [] };
    const decision = isGranted ? 'granted' : 'denied';
    const isFirst = await service.store.deviceCodes.decide(code.digest, {
      ...consent,
      decision,
      userId: caller.user.id,
    });
    if (!isFirst) throw notFound();
    await show(call, doneView(asked.application, isGranted));
  },
});

async function find(
  service: WebContext,
  { user }: Member,
  userCode: string,
): Promise<{ code: DeviceCode; asked: ConsentRequest }> {
  const code = await findPending(service, userCode);
  if (!code) throw notFound();
  const application = await service.store.applications.byId(code.applicationId);
  if (!application || application.isSuspended) throw notFound();
  refuseUnverified(user);
  return { code, asked: await toConsentRequest(service, application, user, code.scopes) };
}

function confirmView({ userCode }: DeviceCode, asked: ConsentRequest, proof: string): View {
  return {
    title: `Authorize ${asked.application.name}`,
    body: (html, { token }) => html`
      <div class="narrow">
        ${consentHeading(html, asked)}
        <p>Only go on if your own device shows the code <strong><code>${userCode}</code></strong>.</p>
        <form method="post" action="/login/device/confirmation">
          ${token}
          <input type="hidden" name="user_code" value=${userCode} />
          <input type="hidden" name="proof" value=${proof} />
          ${consentFields(html, asked)}
          ${decisionButtons(html, asked)}
        </form>
      </div>`,
  };
}

function doneView({ name }: Application, isGranted: boolean): View {
  const title = isGranted ? 'Your device is connected' : 'The device is not connected';
  return {
    title,
    body: (html) => html`
      <div class="narrow">
        <h1>${title}</h1>
        <p>${isGranted ? `${name} can go on now. You may close this page.` : `${name} gets no access.`}</p>
      </div>`,
  };
}
