import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'preact-render-to-string';
import { defaultServerSettings } from '#config/settings/settings.ts';
import { html, type Markup } from '#pages/html.ts';
import { Navigation } from '#pages/navigation.ts';
import { accountsSentence, outboxSentence } from './control-pages.ts';

const withoutPages = { services: [] };
const withPages = {
  services: [
    {
      extension: new Navigation(
        ['data', 'outbox'].map((name) => ({ title: name, path: `/_sparring/panel/${name}`, position: 1 })),
      ),
    },
  ],
};

function renderMarkup(markup: Markup): string {
  return [markup]
    .flat()
    .map((part) => render(part))
    .join('');
}

test('the sentence about accounts is true for the database and the control API of the server', () => {
  const settings = defaultServerSettings();
  const textOf = (exchange: typeof withPages | typeof withoutPages, changed: Partial<typeof settings>) =>
    renderMarkup(html`<p>${accountsSentence(exchange, { settings: { ...settings, ...changed } })}</p>`);
  const memory = textOf(withPages, { database: 'memory' });
  assert.match(memory, /are in memory until it ends\./);
  assert.match(memory, /<a href="\/_sparring\/panel\/data">control page<\/a>/);
  assert.match(memory, /sparring user add/);

  const alone = textOf(withoutPages, { database: 'memory', control: false });
  assert.match(alone, /are in memory until it ends\.[\s\S]*<code>--seed<\/code>/);
  assert.doesNotMatch(
    alone,
    /sparring user|control page|href/,
    'no program reaches the memory of the server',
  );

  for (const database of ['sqlite:a.db', 'postgres://user:secret@host/name']) {
    const stored = textOf(withoutPages, { database, control: false });
    assert.match(stored, /are in its database\.[\s\S]*sparring user add/);
    assert.doesNotMatch(stored, /control page|memory|secret|a\.db/);
  }
});

test('the outbox is a link where its page is on the port', () => {
  const textOf = (exchange: typeof withPages | typeof withoutPages) =>
    renderMarkup(html`<p>${outboxSentence(exchange, { login: 'mona' })}</p>`);
  assert.match(
    textOf(withPages),
    /<a href="\/_sparring\/panel\/outbox">outbox<\/a>[\s\S]*sparring outbox mona/,
  );
  assert.doesNotMatch(textOf(withoutPages), /href/);
});
