import type { Application } from '../../store/index.ts';
import { type Form, optionalField } from '../forms/form.ts';
import { type FormProblem, invalidField } from '../forms/problem.ts';
import { isRedirectUri } from '../oauth/redirect-uri.ts';

export const applicationFormFields = {
  name: optionalField(),
  url: optionalField('URL of the homepage.'),
  description: optionalField(),
  callback_url: optionalField('URL that users are redirected to.'),
};

/** The properties of an application that its owner can change. */
export type ApplicationDraft = Pick<Application, 'name' | 'url' | 'description' | 'callbackUrl'>;

export const emptyDraft: ApplicationDraft = { name: '', url: '', description: null, callbackUrl: null };

export function readApplicationDraft(form: Form): ApplicationDraft {
  return {
    name: form.text('name'),
    url: form.text('url'),
    description: form.text('description') || null,
    callbackUrl: form.text('callback_url') || null,
  };
}

/** The reason why the draft is rejected; undefined for a valid one. */
export function findApplicationProblem({
  name,
  url,
  description,
  callbackUrl,
}: ApplicationDraft): FormProblem | undefined {
  if (name === '') return invalidField('name', 'The name is required.');
  if (!LINE.test(name))
    return invalidField('name', `The name must be one line of at most ${MAX_LINE_LENGTH} characters.`);
  if (!isHomepage(url))
    return invalidField('url', 'The homepage must be a URL that begins with http:// or https://.');
  if (description !== null && !LINE.test(description))
    return invalidField(
      'description',
      `The description must be one line of at most ${MAX_LINE_LENGTH} characters.`,
    );
  if (callbackUrl !== null && !isCallback(callbackUrl))
    return invalidField(
      'callback_url',
      'The callback must be a URL that begins with http:// or https://, without a fragment or a password.',
    );
  return undefined;
}

/** Maximum length of name and description. */
export const MAX_LINE_LENGTH = 255;
export const MAX_URL_LENGTH = 1000;

const LINE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

function isHomepage(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}

/** Whether the web flow accepts the URL as a redirect target. */
function isCallback(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && isRedirectUri(text, text);
}
