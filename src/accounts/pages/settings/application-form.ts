import { inputField } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { Application } from '../../store/index.ts';
import { type Form, optionalField } from '../forms/form.ts';
import { errorAt, type FormProblem, invalidField } from '../forms/problem.ts';
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

/** The form fields of a new or existing application. */
export function applicationFields(html: Html, draft: ApplicationDraft, rejected?: FormProblem): Markup {
  const { name, url, description, callbackUrl } = draft;
  return html`
    <div class="fields">
      ${inputField(html, { name: 'name', error: errorAt(rejected, 'name'), label: 'Name', hint: 'Shown to users who authorize the application', value: name, required: true, ...LINE_FIELD })}
      ${inputField(html, { name: 'url', error: errorAt(rejected, 'url'), label: 'Homepage URL', type: 'url', value: url, required: true, ...URL_FIELD })}
      ${inputField(html, { name: 'description', error: errorAt(rejected, 'description'), label: 'Description', hint: 'Optional', value: description ?? '', ...LINE_FIELD })}
      ${inputField(html, { name: 'callback_url', error: errorAt(rejected, 'callback_url'), label: 'Callback URL', hint: 'Users are redirected to this URL. Required for the web flow.', type: 'url', value: callbackUrl ?? '', ...URL_FIELD })}
    </div>`;
}

const MAX_LINE_LENGTH = 255;
const MAX_URL_LENGTH = 1000;

const LINE_FIELD = { maxlength: MAX_LINE_LENGTH, autocomplete: 'off' } as const;

const URL_FIELD = {
  maxlength: MAX_URL_LENGTH,
  autocomplete: 'off',
  placeholder: 'https://',
} as const;

const LINE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

function isHomepage(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}

/** Whether the web flow accepts the URL as a redirect target. */
function isCallback(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && isRedirectUri(text, text);
}
