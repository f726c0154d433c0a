/** Sends an example from the page, changed or not. The credentials are never kept but in the fields they stand in. */
export const tryScript = String.raw`
const openPanel = (button) => {
  const example = button.closest('.example');
  const opened = example.querySelector('.panel');
  if (opened) return closePanel(opened);
  const { method, path, fields, body = '', signIn } = example.dataset;
  example.append(document.getElementById('try-panel').content.cloneNode(true));
  const panel = example.querySelector('.panel');
  panel.setAttribute('aria-label', 'Try ' + path);
  Object.entries({ method, path, fields, body }).forEach(([name, value]) => { panel.elements[name].value = value; });
  panel.querySelector('.sign-in').hidden = signIn === undefined;
  fitBody(panel);
  button.setAttribute('aria-expanded', 'true');
  if (signIn === undefined) return send(panel);
  takeOverSignIn(panel);
  panel.elements.login.focus();
};

const closePanel = (panel) => {
  const button = panel.closest('.example').querySelector('.try');
  panel.dispatchEvent(new Event('leave'));
  hidePicture(panel);
  panel.remove();
  button.setAttribute('aria-expanded', 'false');
  button.focus();
};

/** What was typed into one panel need not be typed again into the next. */
const takeOverSignIn = (panel) => {
  const others = [...document.querySelectorAll('.panel')].filter((other) => other !== panel);
  const other = others.findLast(({ elements }) => elements.login.value !== '');
  if (!other) return;
  panel.elements.login.value = other.elements.login.value;
  panel.elements.password.value = other.elements.password.value;
};

const fitBody = (panel) => {
  panel.querySelector('.body').hidden = /^(GET|HEAD)$/i.test(panel.elements.method.value);
};

/** A text area knows only line feeds. What was not touched is sent as it was. */
const bodyOf = (panel) => {
  const given = panel.closest('.example').dataset.body || '';
  const typed = panel.elements.body.value;
  return typed === given.replaceAll('\r\n', '\n') ? given : typed;
};

const toFields = (panel) => {
  const fields = [];
  for (const line of panel.elements.fields.value.split('\n').filter((text) => text.trim() !== '')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new TypeError('a header field is a name, a colon and a value, which this is not: ' + line);
    fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  const { login, password } = panel.elements;
  if (login.value === '') return fields;
  const text = String.fromCharCode(...new TextEncoder().encode(login.value + ':' + password.value));
  return [...fields, ['Authorization', 'Basic ' + btoa(text)]];
};

const toRequest = (panel, signal) => {
  const url = new URL(panel.elements.path.value, location.origin);
  if (url.origin !== location.origin) throw new TypeError('this page calls its own server only.');
  const fields = toFields(panel);
  const method = panel.elements.method.value.trim().toUpperCase();
  const body = bodyOf(panel);
  const request = new Request(url, {
    method,
    headers: fields,
    // Without a type, so that the browser makes no Content-Type of its own up.
    body: body === '' || panel.querySelector('.body').hidden ? undefined : new Blob([body]),
    // With them, a challenge would open the browser's own dialog.
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  const lost = fields.map(([name]) => name).filter((name) => !request.headers.has(name));
  if (lost.length > 0) note(panel, 'A browser lets no page send ' + lost.join(' or ') + '. The curl line does.');
  return request;
};

const send = async (panel) => {
  const outcome = panel.querySelector('.outcome');
  const controller = new AbortController();
  const stop = panel.querySelector('.stop');
  const leave = () => controller.abort();
  panel.dispatchEvent(new Event('leave'));
  panel.addEventListener('leave', leave, { once: true });
  panel.querySelector('.answer').hidden = false;
  panel.querySelector('.message').hidden = true;
  panel.querySelector('.notes').replaceChildren();
  hidePicture(panel);
  outcome.textContent = 'Waiting for the answer\u2026';
  stop.disabled = false;
  try {
    const request = toRequest(panel, controller.signal);
    const answer = await fetch(request);
    const status = answer.status + ' ' + answer.statusText;
    outcome.textContent = status;
    showHead(panel, answer);
    const length = await showContent(panel, answer);
    const entry = performance.getEntriesByName(request.url).at(-1);
    const time = entry ? ', ' + Math.round(entry.duration) + ' ms' : '';
    outcome.textContent = status + ' (' + length + ' bytes' + time + ')';
  } catch (error) {
    if (!controller.signal.aborted) outcome.textContent = toSentence(error);
    else if (outcome.textContent.startsWith('Waiting')) outcome.textContent = 'Stopped.';
  }
  if (!controller.signal.aborted) stop.disabled = true;
};

const toSentence = (error) =>
  error.message === 'Failed to fetch' || error.name === 'NetworkError'
    ? 'No answer that a page may see. It may lead to another server, speak for a proxy, or break off; the curl line shows it.'
    : 'Not sent: ' + error.message;

document.addEventListener('click', ({ target }) => {
  if (target.matches('.try')) openPanel(target);
  if (target.matches('.close')) closePanel(target.closest('.panel'));
  if (!target.matches('.stop')) return;
  target.disabled = true;
  target.closest('.panel').dispatchEvent(new Event('leave'));
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  send(event.target);
});
document.addEventListener('input', ({ target }) => {
  if (target.name === 'method') fitBody(target.form);
});
`;
