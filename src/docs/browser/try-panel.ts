import { find } from '#pages/browser/elements.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { answerChallenge } from './digest.ts';
import { isParameter, readParameters, writeParameter } from './parameters.ts';
import { addNote, hideImage, showContent, showHeaders } from './response-view.ts';
import { buildPanelRequest } from './try-request.ts';

/** Dispatched on a panel to stop the request in progress. */
const STOP = 'stop-request';

/** Lets the user edit and send the examples of the page. Credentials are kept in the fields of the panel only. */
export function enableTryPanels(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    if (button.matches('.try')) openPanel(button);
    if (button.matches('.close') && button.form) closePanel(button.form);
    if (button.matches('.send-digest') && button.form) send(button.form, respondToDigest);
    if (!button.matches('.stop')) return;
    button.disabled = true;
    button.form?.dispatchEvent(new Event(STOP));
  });
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.matches('.ex .panel')) return;
    event.preventDefault();
    send(event.target);
  });
  document.addEventListener('input', ({ target }) => {
    if (isParameter(target) && target.form) writeParameter(target.form, target);
    if (!(target instanceof HTMLInputElement) || !target.form?.matches('.ex .panel')) return;
    if (target.name === 'method') updateBody(target.form);
    if (target.name === 'path') readParameters(target.form);
  });
}

function openPanel(button: HTMLButtonElement): void {
  const example = exampleOf(button);
  const opened = example.querySelector('form');
  if (opened) {
    closePanel(opened);
    return;
  }
  const { method = '', path = '', fields = '', body = '', signIn } = example.dataset;
  example.append(find(document, '#try-panel', HTMLTemplateElement).content.cloneNode(true));
  const panel = find(example, 'form', HTMLFormElement);
  panel.setAttribute('aria-label', `Try ${path}`);
  for (const [name, value] of Object.entries({ method, path, fields, body }))
    control(panel, name).value = value;
  if (signIn !== undefined) find(panel, '.sign-in', HTMLElement).hidden = false;
  updateBody(panel);
  readParameters(panel);
  fillDigest(panel);
  button.setAttribute('aria-expanded', 'true');
  if (signIn === undefined) {
    send(panel);
    return;
  }
  copyCredentials(panel);
  control(panel, 'login').focus();
}

function closePanel(panel: HTMLFormElement): void {
  const button = find(exampleOf(panel), '.try', HTMLButtonElement);
  panel.dispatchEvent(new Event(STOP));
  hideImage(panel);
  panel.remove();
  button.setAttribute('aria-expanded', 'false');
  button.focus();
}

/** Fills in the login and password of the last other panel that has them. */
function copyCredentials(panel: HTMLFormElement): void {
  const others = [...document.querySelectorAll<HTMLFormElement>('.ex form')].filter(
    (other) => other !== panel,
  );
  const other = others.findLast((candidate) => control(candidate, 'login').value !== '');
  if (!other) return;
  for (const name of ['login', 'password']) control(panel, name).value = control(other, name).value;
}

/** Hides the body for a method that has none. */
function updateBody(panel: HTMLFormElement): void {
  find(panel, '.body', HTMLElement).hidden = /^(GET|HEAD)$/i.test(control(panel, 'method').value);
}

/** Sends the request of the panel, and shows the response. */
async function send(panel: HTMLFormElement, fetchResponse: Fetch = fetchPlain): Promise<void> {
  const outcome = find(panel, '.outcome', HTMLElement);
  const stop = find(panel, '.stop', HTMLButtonElement);
  const controller = new AbortController();
  const { signal } = controller;
  panel.dispatchEvent(new Event(STOP));
  panel.addEventListener(STOP, () => controller.abort(), { once: true });
  find(panel, '.answer', HTMLElement).hidden = false;
  find(panel, '.message', HTMLElement).hidden = true;
  panel.querySelector('.inspect')?.setAttribute('hidden', '');
  find(panel, '.notes', HTMLElement).replaceChildren();
  hideImage(panel);
  outcome.textContent = 'Waiting for the response…';
  stop.disabled = false;
  const startedAt = performance.now();
  try {
    const request = buildPanelRequest(panel, exampleOf(panel).dataset.body ?? '', signal);
    const response = await fetchResponse(request, panel);
    const status = `${response.status} ${response.statusText}`;
    outcome.textContent = status;
    showHeaders(panel, response);
    const length = await showContent(panel, response);
    // Not from the browser's list of resources, which gets its entry later, and has none after 250 of them.
    const time = Math.round(performance.now() - startedAt);
    outcome.textContent = `${status} (${length} bytes, ${time} ms)`;
    linkInspector(panel, request);
  } catch (error) {
    if (!signal.aborted) outcome.textContent = describeFailure(error);
    else if (outcome.textContent.startsWith('Waiting')) outcome.textContent = 'Stopped.';
  }
  if (!signal.aborted) stop.disabled = true;
}

/** Links the inspector with a filter for the request. The newest of them, which is the first one, is this request. */
function linkInspector(panel: HTMLFormElement, { method, url }: Request): void {
  const line = panel.querySelector<HTMLElement>('.inspect');
  const link = line?.querySelector('a');
  if (!line || !link) return;
  const { pathname, search } = new URL(url);
  const target = `${pathname}${search}`.slice(sitePath('').length).replace(/[\\"]/g, '\\$&');
  link.href = sitePath(
    `/_sparring/inspector?filter=${encodeURIComponent(`method:${method} target:"${target}"`)}`,
  );
  line.hidden = false;
}

type Fetch = (request: Request, panel: HTMLFormElement) => Promise<Response>;

const fetchPlain: Fetch = (request) => fetch(request);

/** Sends the request, and again with the answer to the challenge of the response. */
const respondToDigest: Fetch = async (request, panel) => {
  const first = await fetch(request.clone());
  if (first.status !== 401) return first;
  const challenge = first.headers.get('WWW-Authenticate');
  await first.body?.cancel();
  const [user, password] = [control(panel, 'digest-user').value, control(panel, 'digest-password').value];
  const answer = await answerChallenge(request, challenge, user, password);
  addNote(panel, `The first response was 401 with ${challenge}. This is the response to the second request.`);
  return fetch(answer);
};

/** Fills in the credentials of the path. */
function fillDigest(panel: HTMLFormElement): void {
  if (!panel.querySelector('.digest-sign-in')) return;
  control(panel, 'digest-user').value = control(panel, 'path user').value;
  control(panel, 'digest-password').value = control(panel, 'path passwd').value;
}

function describeFailure(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return message === 'Failed to fetch' || name === 'NetworkError'
    ? 'The browser reported no response to this page. The URL may redirect to another origin, or the connection was closed; the curl command shows the response.'
    : `Not sent: ${message}`;
}

function exampleOf(element: Element): HTMLElement {
  const example = element.closest('.ex');
  if (example instanceof HTMLElement) return example;
  throw new TypeError('The element is not part of an example');
}

function control(panel: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement {
  const found = panel.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new TypeError(`The panel has no field ${name}`);
}
