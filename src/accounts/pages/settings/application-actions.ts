import { plural } from '#pages/plural.ts';
import type { Application } from '../../store/index.ts';
import type { ConfirmedAction } from '../shell/confirmation-form.ts';
import { AUTHORIZED_APPLICATIONS_PATH, buildApplicationPath, buildConnectionPath } from '../shell/paths.ts';

/** @param count of the applications; without it, all of them */
export function revocationOfAll(count?: number): ConfirmedAction {
  return {
    path: AUTHORIZED_APPLICATIONS_PATH,
    summary: count === undefined ? 'Revoke all' : `Revoke all ${count}`,
    question: `Revoke the access of ${count === undefined ? 'all applications' : plural(count, 'application')}?`,
    consequence:
      'They lose access to your account, and their tokens are deleted. Each can request access again.',
    button: 'Revoke access of all applications',
  };
}

export function buildRevocation(application: Application): ConfirmedAction {
  return {
    path: buildConnectionPath(application),
    summary: 'Revoke',
    object: `the access of ${application.name}`,
    question: `Revoke the access of ${application.name}?`,
    consequence: 'The tokens of the application are deleted. It can request access again.',
    button: 'Revoke access',
  };
}

/** The actions of the page that ask for a confirmation. */
export function applicationActions(application: Application): readonly ConfirmedAction[] {
  const path = buildApplicationPath(application);
  const { name } = application;
  return [
    {
      path,
      action: 'reset-secret',
      summary: 'Generate',
      object: 'a new client secret',
      question: `Generate a new client secret for ${name}?`,
      consequence: 'The current secret stops working. User tokens remain valid.',
      button: 'Generate a new client secret',
    },
    {
      path,
      action: 'revoke-tokens',
      summary: 'Revoke',
      object: 'all user tokens',
      question: `Revoke all user tokens of ${name}?`,
      consequence: 'All users must authorize the application again.',
      button: 'Revoke all user tokens',
    },
    {
      path,
      action: 'delete',
      summary: 'Delete',
      object: 'the application',
      question: `Delete ${name}?`,
      consequence: 'The application and all of its tokens are deleted. This cannot be undone.',
      button: 'Delete application',
    },
  ];
}
