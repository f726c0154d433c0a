/** Shows an answer while it comes: text as text and nothing else, pictures as pictures, other bytes in hexadecimal. */
export const answerScript = String.raw`
const MOST_SHOWN = 100000;

const showHead = (panel, answer) => {
  const fields = [...answer.headers].map(([name, value]) => name + ': ' + value);
  panel.querySelector('.head').textContent = fields.join('\n');
  panel.querySelector('.message').hidden = false;
  if (answer.redirected) note(panel, 'This came after a redirect, from ' + answer.url);
};

const note = (panel, text) => {
  const item = document.createElement('li');
  item.textContent = text;
  panel.querySelector('.notes').append(item);
};

/** Resolves to the number of bytes that came. */
const showContent = async (panel, answer) => {
  const type = (answer.headers.get('content-type') || '').toLowerCase();
  if (type.startsWith('image/') && answer.ok) return showPicture(panel, await answer.blob());
  const content = panel.querySelector('.content');
  const bytes = [];
  const reader = answer.body && answer.body.getReader();
  for (;;) {
    const { done, value } = reader ? await reader.read() : { done: true };
    if (done) break;
    for (const byte of value.subarray(0, MOST_SHOWN - bytes.length)) bytes.push(byte);
    show(content, toText(bytes, type));
    if (bytes.length < MOST_SHOWN) continue;
    note(panel, 'Only the first ' + MOST_SHOWN + ' bytes are shown.');
    reader.cancel();
    break;
  }
  if (bytes.length === 0) show(content, '');
  return bytes.length;
};

const show = (content, text) => {
  content.textContent = text;
  content.hidden = text === '';
};

const showPicture = (panel, blob) => {
  const picture = panel.querySelector('.picture');
  picture.src = URL.createObjectURL(blob);
  picture.hidden = false;
  panel.querySelector('.content').hidden = true;
  return blob.size;
};

const hidePicture = (panel) => {
  const picture = panel.querySelector('.picture');
  if (picture.hidden) return;
  URL.revokeObjectURL(picture.src);
  picture.removeAttribute('src');
  picture.hidden = true;
};

const toText = (bytes, type) => {
  const charset = (/charset="?([^\s;"]+)/.exec(type) || [])[1] || 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
  } catch {
    return toHexadecimal(bytes);
  }
};

const toHexadecimal = (bytes) => {
  const lines = [];
  for (let at = 0; at < bytes.length && at < 256; at += 16) {
    lines.push(bytes.slice(at, at + 16).map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
  }
  return lines.join('\n') + (bytes.length > 256 ? '\n\u2026' : '');
};
`;
