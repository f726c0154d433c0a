import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Application } from '../../store.ts';
import { isRedirectUri } from '../authorize/redirect-uri.ts';
import { type Form, optionalField } from '../forms/form.ts';

/** The fields of the form. */
export const applicationFormFields = {
  name: optionalField(),
  url: optionalField('Of the homepage.'),
  description: optionalField(),
  callback_url: optionalField('Where users come back to.'),
};

/** What a developer says of an application. */
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

/** Why the draft cannot be an application, in words for the page. */
export function problemOfApplication({
  name,
  url,
  description,
  callbackUrl,
}: ApplicationDraft): string | undefined {
  if (!LINE.test(name)) return `A name is needed, of at most ${LONGEST_LINE} characters on one line.`;
  if (!isHomepage(url)) return 'The homepage must be a URL that begins with http:// or https://.';
  if (description !== null && !LINE.test(description))
    return `The description is longer than ${LONGEST_LINE} characters, or not on one line.`;
  if (callbackUrl !== null && !isCallback(callbackUrl))
    return 'The callback must be a URL that begins with http:// or https://, without a fragment or a password.';
  return undefined;
}

/** The fields that a new application and one that is changed have in common. */
export function applicationFields(html: Html, draft: ApplicationDraft): Markup {
  const { name, url, description, callbackUrl } = draft;
  return html`
    <div class="fields">
      <label>Name <small>Shown to users on the consent page</small>
        <input name="name" value=${name} required maxlength=${LONGEST_LINE} autocomplete="off" /></label>
      <label>Homepage URL
        <input name="url" type="url" value=${url} required maxlength=${LONGEST_URL} autocomplete="off" placeholder="https://" /></label>
      <label>Description <small>Optional</small>
        <input name="description" value=${description ?? ''} maxlength=${LONGEST_LINE} autocomplete="off" /></label>
      <label>Callback URL <small>Where users come back to. Without one there is no web flow.</small>
        <input name="callback_url" type="url" value=${callbackUrl ?? ''} maxlength=${LONGEST_URL} autocomplete="off" placeholder="https://" /></label>
    </div>`;
}

const LONGEST_LINE = 255;
const LONGEST_URL = 1000;

const LINE = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

function isHomepage(text: string): boolean {
  return text.length <= LONGEST_URL && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}

/** One that the web flow takes for itself. */
function isCallback(text: string): boolean {
  return text.length <= LONGEST_URL && isRedirectUri(text, text);
}
