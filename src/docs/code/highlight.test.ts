import assert from 'node:assert/strict';
import { test } from 'node:test';
import go from 'refractor/go';
import http from 'refractor/http';
import javascript from 'refractor/javascript';
import json from 'refractor/json';
import python from 'refractor/python';
import { highlightAsHtml } from './highlight.ts';
import { shell } from './shell.ts';

const span = (kind: string, text: string) => `<span class="${kind}">${text}</span>`;

test('commands, options, texts, keywords and comments of the shell have their classes', () => {
  const code = highlightAsHtml(
    `for i in a; do\n  curl -s --max-time 1 'x' | jq # no\ndone\nsparring user add mona`,
    shell,
  );
  for (const part of [
    span('tw', 'for'),
    span('tf', 'curl'),
    span('to', '-s'),
    span('to', '--max-time'),
    span('ts', '&#39;x&#39;'),
    span('tf', 'jq'),
    span('tc', '# no'),
    span('tf', 'sparring'),
  ])
    assert.ok(code.includes(part.replaceAll('&#39;', "'")) || code.includes(part), `${part} in ${code}`);
  const after = highlightAsHtml(`# then else what\ncurl a\ncat <<'END'\nls\nEND\nsparring --tls`, shell);
  for (const name of ['curl', 'cat', 'sparring'])
    assert.ok(after.includes(span('tf', name)), `${name} in ${after}`);
  assert.ok(!code.includes(span('tf', 'user')), 'a word that is an argument');
});

test('each language of the examples has keys, texts, numbers and keywords', () => {
  for (const [syntax, code, ...parts] of [
    [
      json,
      '{"a": [1, true, "b"]}',
      span('tk', '"a"'),
      span('tn', '1'),
      span('tw', 'true'),
      span('ts', '"b"'),
    ],
    [http, 'HTTP/1.1 200 OK\nETag: a', span('tn', '200'), span('tk', 'ETag')],
    [javascript, 'await get(1, "a");', span('tw', 'await'), span('tk', 'get'), span('ts', '"a"')],
    [python, 'def f(): return 1 # x', span('tw', 'def'), span('tk', 'f'), span('tc', '# x')],
    [go, 'func main() { a := 1 }', span('tw', 'func'), span('tk', 'main'), span('tn', '1')],
  ] as const) {
    const highlighted = highlightAsHtml(code, syntax).replaceAll('&quot;', '"');
    for (const part of parts) assert.ok(highlighted.includes(part), `${part} in ${highlighted}`);
  }
});

test('code is escaped, and nothing of it is lost', () => {
  const code = `<b>&amp;"'</b>\n\tconst a = '<script>';\n`;
  const highlighted = highlightAsHtml(code, javascript);
  assert.doesNotMatch(highlighted, /<(?!\/?span\b)/);
  const text = highlighted
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#39|lt|gt|quot);/g,
      (name) => ({ '&#39;': "'", '&lt;': '<', '&gt;': '>', '&quot;': '"' })[name] ?? name,
    )
    .replaceAll('&amp;', '&');
  assert.equal(text, code);
});
