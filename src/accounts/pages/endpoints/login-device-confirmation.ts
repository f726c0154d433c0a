import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { DeviceCode } from '../../store/index.ts';
import {
  buildConsentRequest,
  type ConsentRequest,
  decisionFields,
  readConsent,
  requireVerifiedEmail,
} from '../authorize/consent.ts';
import { findPendingCode, isEnteredCode, parseUserCode } from '../device/user-code.ts';
import { formBody, readForm, textField } from '../forms/form.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { redirectTo, showPage } from '../shell/page.ts';

export const confirmDevicePage = memberPage({
  path: '/login/device/confirmation',
  tag: 'OAuth flows',
  summary: 'Returns the page that asks the user to authorize a device.',
  query: {
    user_code: Type.Optional(Type.String({ description: 'The code that the device shows.' })),
    proof: Type.Optional(Type.String({ description: 'Proof that the code was entered in this session.' })),
  },
  responses: {
    303: redirectResponse('The code was not entered in this session.'),
    404: 'No device is waiting with this code.',
    422: 'The email address of the user is not verified.',
  },
  examples: [{ path: '/login/device/confirmation?user_code=WDJB-MJHT', status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const { user_code: entered = '', proof = '' } = query;
    const userCode = parseUserCode(entered) ?? '';
    if (!isEnteredCode(caller, userCode, proof))
      return redirectTo(exchange, `/login/device?user_code=${encodeURIComponent(userCode)}`);
    const { code, requested } = await find(service, caller, userCode);
    const { confirmView } = await import('../device/confirmation-page.ts');
    await showPage({ exchange, service, caller }, confirmView(code, requested, proof));
  },
});

export const confirmDevice = memberForm({
  path: '/login/device/confirmation',
  tag: 'OAuth flows',
  summary: 'Grants or denies access to a device.',
  body: formBody({ user_code: textField(), proof: textField('The value of the page.'), ...decisionFields }),
  responses: {
    200: htmlResponse('A page with the result.'),
    303: redirectResponse('The user is not signed in.'),
    404: 'No device is waiting with this code.',
    422: 'The email address of the user is not verified.',
  },
  examples: [{ status: 303 }],

  async handle(call) {
    const { service, caller } = call;
    const form = readForm(call);
    const userCode = parseUserCode(form.text('user_code')) ?? '';
    if (!isEnteredCode(caller, userCode, form.text('proof'))) throw notFound();
    const { code, requested } = await find(service, caller, userCode);
    const isGranted = form.text('decision') === 'authorize';
    const consent = isGranted ? readConsent(requested, form) : { scopes: [], organizationIds: [] };
    const decision = isGranted ? 'granted' : 'denied';
    const userId = caller.user.id;
    const { name } = requested.application;
    const event = service.securityLog.event(call.exchange, userId, 'oauth_authorization.create', name);
    const isFirst = await service.store.deviceCodes.decide(
      code.digest,
      { ...consent, decision, userId },
      isGranted ? { at: formatApiTime(service.runtime.now()), event } : undefined,
    );
    if (!isFirst) throw notFound();
    const { doneView } = await import('../device/confirmation-page.ts');
    await showPage(call, doneView(requested.application, isGranted));
  },
});

async function find(
  service: WebContext,
  { user }: Member,
  userCode: string,
): Promise<{ code: DeviceCode; requested: ConsentRequest }> {
  const code = await findPendingCode(service, userCode);
  if (!code) throw notFound();
  const application = await service.store.applications.byId(code.applicationId);
  if (!application || application.isSuspended) throw notFound();
  requireVerifiedEmail(user);
  return { code, requested: await buildConsentRequest(service, application, user, code.scopes) };
}
