import { Type } from 'typebox';
import type { Form } from '../forms/form.ts';
import type { ConfirmedAction } from './confirmation-form.ts';
import { type MemberRequest, showPage } from './page.ts';

export const confirmationFormFields = { confirmed: Type.Optional(Type.Enum(['yes'])) };

export function isConfirmed(form: Form): boolean {
  return form.text('confirmed') === 'yes';
}

/** Sends the page that asks for the confirmation of a form that was submitted without it, as without a script. */
export async function askConfirmation(
  call: MemberRequest,
  section: string,
  confirmed: ConfirmedAction,
): Promise<void> {
  const { confirmationView } = await import('./confirmation-form.ts');
  await showPage(call, confirmationView(section, confirmed), 422);
}
