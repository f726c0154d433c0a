import { find } from '#pages/browser/elements.ts';
import { sitePath, siteUrl } from '#pages/browser/site-path.ts';
import {
  formatCompositionCurl,
  formatDefinitionJson,
  formatLibraryCode,
  formatRespond,
  formatSeed,
} from '../code.ts';
import { COMPOSE, formatTarget } from '../composition.ts';
import { enableRows } from '../response/browser/form.ts';
import { AttemptsPanel } from './attempts-panel.ts';
import { Checker } from './checker.ts';
import { Composer } from './composer.ts';
import { readRequest } from './request.ts';
import { Responses } from './responses.ts';
import { sendRequest } from './sender.ts';

/** Connects the parts of the page: the URL and the code follow the form, and requests are sent. */
export function startBuilder(): void {
  const form = find(document, '#compose', HTMLFormElement);
  const [send, sendBar, stop] = ['#send', '#send-bar', '#stop'].map((selector) =>
    find(document, selector, HTMLButtonElement),
  );
  if (!send || !sendBar || !stop) throw new TypeError('The page has no buttons');
  const composer = new Composer(() => {
    show();
    check();
  });
  let isValid = true;
  let isSending = false;
  const showButtons = () => {
    send.disabled = isSending || !isValid;
    sendBar.disabled = send.disabled;
    stop.disabled = !isSending;
  };
  const checker = new Checker((valid) => {
    isValid = valid;
    showButtons();
  });
  const responses = new Responses();
  const attempts = new AttemptsPanel(
    () => composer.composition,
    () => check(),
  );
  let controller = new AbortController();

  const show = () => {
    const { composition } = composer;
    const url = find(document, '#url', HTMLAnchorElement);
    url.href = siteUrl() + formatTarget(composition);
    url.textContent = url.href;
    const target = formatTarget(composition);
    const short = find(document, '#short-url', HTMLElement);
    short.textContent = target;
    short.title = target;
    for (const preset of document.querySelectorAll('.presets a'))
      preset.toggleAttribute(
        'aria-current',
        decodeURI(preset.getAttribute('href') ?? '') === `#${decodeURI(target)}`,
      );
    write('curl', formatCompositionCurl(composition, siteUrl(), readRequest().request));
    const isDefinable = composition.lab.seed !== null;
    write('code-json', isDefinable ? formatDefinitionJson(composition) : undefined);
    write('code-seed', isDefinable ? formatSeed(composition) : undefined);
    write('code-library', formatLibraryCode(composition));
    attempts.show(composition);
    const respond = formatRespond(composition);
    const save = document.querySelector<HTMLElement>('#save');
    if (!save) return;
    save.hidden = respond === undefined;
    find(save, '#save-rule', HTMLAnchorElement).href = sitePath(`/_sparring/panel/rules#respond=${respond}`);
    find(save, '#save-bin', HTMLAnchorElement).href = sitePath(`/_sparring/bins#respond=${respond}`);
  };
  const check = () => {
    // A reload of the page, and a copy of its address, keep the composition.
    history.replaceState(null, '', `#${formatTarget(composer.composition)}`);
    checkOnly();
  };
  const checkOnly = () => {
    const target = formatTarget(composer.composition);
    void checker.check({
      target,
      method: readRequest().request.method,
      response: composer.responseTarget,
      step: composer.step,
    });
  };
  const sendAll = async () => {
    const { request, count, wait } = readRequest();
    const { composition } = composer;
    const url = `${location.origin}${formatTarget(composition)}`;
    controller = new AbortController();
    const { signal } = controller;
    responses.clear();
    for (let sent = 0; sent < count && !signal.aborted; sent++) {
      if (sent > 0 && wait > 0) await pause(wait, signal);
      responses.report(
        count === 1 ? 'Waiting for the response…' : `Waiting for response ${sent + 1} of ${count}…`,
      );
      // The table of attempts shows the results of a sequence.
      responses.add(await sendRequest(url, request, signal), composition.lab === COMPOSE);
    }
    await attempts.read();
  };

  form.noValidate = true;
  form.addEventListener('input', () => {
    composer.update();
    show();
    checker.later(check);
  });
  form.addEventListener('change', check);
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[aria-invalid]')) check();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (send.disabled) return;
    composer.update();
    show();
    isSending = true;
    showButtons();
    void sendAll().finally(() => {
      isSending = false;
      showButtons();
    });
  });
  stop.addEventListener('click', () => controller.abort());
  find(document, '#free-key', HTMLButtonElement).addEventListener('click', () =>
    find(document, '#delete-key', HTMLButtonElement).click(),
  );
  enableRows();
  const load = () => {
    const isLoaded = composer.load(location.hash.slice(1));
    show();
    if (isLoaded) check();
    else checkOnly();
  };
  addEventListener('hashchange', load);
  find(document, '#request fieldset', HTMLFieldSetElement).disabled = false;
  load();
}

/** Shows code, or hides its section. */
function write(id: string, text: string | undefined): void {
  find(document, `#${id}`, HTMLElement).textContent = text ?? '';
  const part = document.querySelector<HTMLElement>(`#${id}-part`);
  if (part) part.hidden = text === undefined;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
