import type { Application } from '../../store/index.ts';
import type { ConfirmedAction } from '../shell/confirmation-form.ts';
import { AUTHORIZED_APPLICATIONS_PATH, buildApplicationPath, buildConnectionPath } from '../shell/paths.ts';

export const REVOKE_ALL = {
  path: AUTHORIZED_APPLICATIONS_PATH,
  summary: 'Revoke all',
  consequence: 'All applications lose access to your account, and their tokens are deleted.',
  button: 'Revoke access of all applications',
};

export function buildRevocation(application: Application): ConfirmedAction {
  return {
    path: buildConnectionPath(application),
    summary: 'Revoke access',
    object: `of ${application.name}`,
    consequence: 'The tokens of the application are deleted. It can request access again.',
    button: 'Revoke access',
  };
}

/** The actions of the page that ask for a confirmation. */
export function applicationActions(application: Application): readonly ConfirmedAction[] {
  const path = buildApplicationPath(application);
  return ACTIONS.map((action) => ({ ...action, path, summary: action.button }));
}

const ACTIONS = [
  {
    action: 'reset-secret',
    button: 'Generate a new client secret',
    consequence: 'The current secret stops working. User tokens remain valid.',
  },
  {
    action: 'revoke-tokens',
    button: 'Revoke all user tokens',
    consequence: 'All users must authorize the application again.',
  },
  {
    action: 'delete',
    button: 'Delete application',
    consequence: 'The application and all of its tokens are deleted permanently.',
  },
];
