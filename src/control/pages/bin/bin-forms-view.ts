import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { field, inputField } from '#pages/components/field.ts';
import { createControls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import { responseFields } from '#testing/builder/response/fields.ts';
import { type Pair, parseRespond } from '#testing/builder/response/respond.ts';
import { type Bin, describeResponse } from '../bins/bin-view.ts';

/** The forms that change a bin. @param token of forms that work without the script; undefined without access */
export function binForms(bin: Bin, token: string | undefined): Markup {
  return html`
    <details name="bin-part"><summary id="response-line">${describeResponse(bin)}</summary>${responseForm(bin, token)}</details>
    <details name="bin-part"><summary id="name-line">${describeName(bin)}</summary>${aboutForm(bin, token)}</details>`;
}

/** The name and the note of a bin. */
export function describeName({ name, note }: Bin): string {
  return [name, note].filter((text) => text !== null).join(' · ') || 'No name and no note';
}

/** The fields of a bin without a response. */
const FIRST_RESPONSE: readonly Pair[] = [
  ['status', '200'],
  ['body', 'ok'],
];

/** The default response. A composition that the fields cannot show is edited as JSON. */
function responseForm(bin: Bin, token: string | undefined): Markup {
  const { key, response, every_path } = bin;
  const pairs = response === null ? FIRST_RESPONSE : parseRespond(response);
  const isComposed = pairs === undefined;
  const controls = createControls(pairs ?? FIRST_RESPONSE);
  return html`
    <form id="bin-response" action=${`/_sparring/bins/${key}/form`} method="post">
      ${hidden(token)}
      <p class="soft" id="response-state">${response === null ? 'The endpoints of the testing service respond. Save a response to replace them.' : isComposed ? 'The response is a composition, which is edited as JSON.' : 'The bin has this response, unless another rule of the bin takes the request.'}</p>
      <div id="response-fields" hidden=${isComposed}>
        ${responseFields(controls)}
        ${controls.input('delay', 'Delay', 'Seconds, or a range: 0.2..0.8', { maxlength: 100 })}
      </div>
      ${checkbox({ name: 'every_path', value: 'true', checked: response === null || every_path }, 'Answer every path')}
      <details class="scripted" open=${isComposed}>
        <summary>As JSON</summary>
        ${field(
          {
            id: 'response-json',
            label: 'Response as JSON',
            hint: 'The members of respond of a rule. What is here is saved; the fields above change it.',
          },
          (input) =>
            html`<textarea name="response" rows="8" spellcheck="false" ...${input}>${response === null ? '' : JSON.stringify(response, null, 2)}</textarea>`,
        )}
        <p><a href="/compose/builder">Compose it in the builder</a>, and save it as the response of this bin.</p>
      </details>
      <p class="actions">
        ${button('Save the response', { kind: 'primary', name: 'action', value: 'save-response' })}
        ${button('Remove the response', { name: 'action', value: 'remove-response', disabled: response === null })}
      </p>
    </form>`;
}

function aboutForm({ key, name, note }: Bin, token: string | undefined): Markup {
  return html`
    <form id="bin-about" action=${`/_sparring/bins/${key}/form`} method="post">
      ${hidden(token)}
      <div class="aligned">
        ${inputField({ name: 'name', label: 'Name', hint: 'The key in the URL stays', value: name ?? '', maxlength: 100 })}
        ${inputField({ name: 'note', label: 'Note', value: note ?? '', maxlength: 1000 })}
      </div>
      <p class="actions">
        ${button('Save name and note', { name: 'action', value: 'rename' })}
        ${button('Delete the bin', { name: 'action', value: 'delete', kind: 'danger' })}
      </p>
      <p class="soft" id="about-state"></p>
    </form>`;
}

/** Browsers send it without the script, which removes it from the page. */
function hidden(token: string | undefined): Markup | null {
  return token === undefined ? null : html`<input type="hidden" name="page-token" value=${token} />`;
}
