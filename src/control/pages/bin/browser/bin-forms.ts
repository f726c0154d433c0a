import { announce, find } from '#pages/browser/elements.ts';
import { showFieldError } from '#pages/browser/field-error.ts';
import { show } from '#pages/browser/show.ts';
import { ContentChoice } from '#testing/builder/response/browser/content-choice.ts';
import { enableRows, readPairs } from '#testing/builder/response/browser/form.ts';
import { buildRespond, describeJsonProblem, parseRespond } from '#testing/builder/response/respond.ts';
import { type Bin, deletedNotice, describeResponse, titleOf } from '../../bins/bin-view.ts';
import { removeBin } from '../../bins/browser/bin-removal.ts';
import { type Api, ApiError } from '../../browser/api.ts';
import { readComposedResponse } from '../../browser/composed-response.ts';
import { attempt } from '../../browser/problem.ts';
import { fieldOfProblem } from '../../browser/problem-fields.ts';
import type { Feed } from '../../inspector/browser/common/feed.ts';
import { describeName } from '../bin-forms-view.ts';

/** The forms of a bin call the control API in place of the browser. */
export function enableBinForms(api: Api, key: string, feed: Feed): void {
  const path = `/_sparring/bins/${key}`;
  const response = find(document, '#bin-response', HTMLFormElement);
  const about = find(document, '#bin-about', HTMLFormElement);
  const json = find(response, '#response-json', HTMLTextAreaElement);
  const everyPath = find(response, '[name=every_path]', HTMLInputElement);
  const fields = find(response, '#response-fields', HTMLElement);
  const text = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

  const composed = readComposedResponse(location.hash);
  if (composed !== undefined) {
    json.value = JSON.stringify(composed, null, 2);
    json.closest('details')?.setAttribute('open', '');
    response.closest('details')?.setAttribute('open', '');
    fields.hidden = true;
    find(response, '#response-state', HTMLElement).textContent =
      'The response of the builder. Save it for this bin.';
    find(response, '.primary', HTMLButtonElement).focus();
  }

  enableRows();
  new ContentChoice(fields);
  const fieldsResponse = () => buildRespond(readPairs(fields));
  response.addEventListener('input', ({ target }) => {
    if (target instanceof Element && fields.contains(target))
      json.value = JSON.stringify(fieldsResponse(), null, 2);
    for (const control of [json, ...fields.querySelectorAll<HTMLInputElement>('[name]')])
      showFieldError(control, undefined);
  });

  const change = (changed: object) => api.json<Bin>(path, { method: 'PATCH', body: changed });

  /** @param state selects the element that shows what was done */
  function showSaved(bin: Bin, state: string, done: string): void {
    find(response, '[value=remove-response]', HTMLButtonElement).disabled = bin.response === null;
    find(document, state, HTMLElement).textContent = done;
    find(document, 'h1', HTMLElement).textContent = titleOf(bin);
    find(document, '#response-line', HTMLElement).textContent = describeResponse(bin);
    find(document, '#name-line', HTMLElement).textContent = describeName(bin);
    announce(done);
  }

  const save = (state: string, changed: object, done: string) =>
    attempt(async () => showSaved(await change(changed), state, done));

  /** The content is sent as it is typed, so that the server does not parse it. @throws ApiError */
  function checkJson(): void {
    const message = fields.hidden ? undefined : describeJsonProblem(readPairs(fields));
    if (message !== undefined)
      throw new ApiError(0, message, undefined, [{ pointer: '/respond/json', message }]);
  }

  async function saveResponse(): Promise<void> {
    try {
      checkJson();
      const given: unknown = json.value.trim() === '' ? fieldsResponse() : JSON.parse(json.value);
      const bin = await change({ response: given, every_path: everyPath.checked });
      fields.hidden = parseRespond(given) === undefined;
      showSaved(bin, '#response-state', 'The response is saved.');
    } catch (error) {
      const found = fields.hidden ? undefined : fieldOfProblem(response, error);
      if (found) showFieldError(found.control, found.message);
      else showFieldError(json, error instanceof Error ? error.message : String(error));
    }
  }

  response.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    const isRemoval = submitter instanceof HTMLButtonElement && submitter.value === 'remove-response';
    if (isRemoval)
      void save(
        '#response-state',
        { response: null, every_path: false },
        'The endpoints of the testing service respond.',
      );
    else void saveResponse();
  });
  about.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement && submitter.value === 'delete') void remove();
    else {
      const [name, note] = [text(about, 'name').trim(), text(about, 'note').trim()];
      void save('#about-state', { name: name || null, note: note || null }, 'Name and note are saved.');
    }
  });

  /** Deletes the bin, and offers to restore it. */
  async function remove(): Promise<void> {
    await attempt(async () => {
      const restore = await removeBin(api, key);
      feed.pause();
      const notice = find(document, '#deleted', HTMLElement);
      for (const part of find(document, 'main', HTMLElement).children)
        if (part instanceof HTMLElement) part.hidden = part !== notice;
      show(notice, deletedNotice(key));
      const undo = find(notice, '#undo', HTMLButtonElement);
      undo.focus();
      undo.addEventListener('click', () =>
        attempt(async () => {
          await restore();
          location.reload();
        }),
      );
    });
  }
}
