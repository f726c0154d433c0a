/**
 * What runs in the browser: it writes URL and curl line at every key as `composeUrl` does on the server, sends, and
 * shows the answer as text.
 */
export const builderScript = `
(() => {
  const find = (selector) => document.querySelector(selector);
  const form = find('form');
  const url = find('#url');

  const encode = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replaceAll('%20', '+')
      .replace(/%(?:2C|2F|3A|3B|3D|40)/g, decodeURIComponent)
      .replaceAll("'", '%27');

  const write = () => {
    const words = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = words.map((word) => word.map(encode).join('=')).join('&');
    url.href = url.textContent = location.origin + '/compose' + (query && '?' + query);
    find('#curl').textContent = "curl -i '" + url.href + "'";
  };

  const show = (outcome, message = '') => {
    find('#answer').hidden = false;
    find('#outcome').textContent = outcome;
    find('#message').textContent = message;
    find('#message').parentElement.hidden = message === '';
  };

  const send = async () => {
    show('Waiting for the answer\\u2026');
    try {
      const answer = await fetch(url.href, { redirect: 'manual', cache: 'no-store' });
      if (answer.type === 'opaqueredirect') {
        return show('A redirect. A script may not look at it: follow the URL above, or run the curl line.');
      }
      const text = await answer.text();
      const entry = performance.getEntriesByName(url.href).at(-1);
      const time = entry ? ' in ' + (entry.duration / 1000).toFixed(2) + ' s' : '';
      const fields = [...answer.headers].map((field) => field.join(': ') + '\\n').join('');
      const shown = text.length > 10000 ? text.slice(0, 10000) + '\\u2026' : text;
      show(answer.status + ' ' + answer.statusText + time, fields + '\\n' + shown);
    } catch {
      show('No answer came.');
    }
  };

  const addRow = (button) => {
    const last = button.previousElementSibling;
    const row = last.cloneNode();
    row.value = '';
    row.setAttribute('aria-label', last.getAttribute('aria-label').replace(/\\d+$/, (number) => Number(number) + 1));
    last.after(row);
    row.focus();
  };

  form.addEventListener('input', () => {
    write();
    find('.problem')?.remove();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    write();
    send();
  });
  document.addEventListener('click', async ({ target }) => {
    if (target.matches('.add')) addRow(target);
    const copied = target.dataset?.copy;
    if (!copied) return;
    const label = target.textContent;
    await navigator.clipboard.writeText(find('#' + copied).textContent);
    target.textContent = 'Copied';
    target.addEventListener('blur', () => { target.textContent = label; }, { once: true });
  });

  find('.show').hidden = true;
  for (const button of document.querySelectorAll('.add')) button.hidden = false;
  // The clipboard is for pages on this machine and over TLS.
  find('.copying').hidden = !navigator.clipboard;
  write();
})();
`;
