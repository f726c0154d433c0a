import { Marked, type Token, type Tokens } from 'marked';
import type { Syntax } from 'refractor/core';
import csharp from 'refractor/csharp';
import go from 'refractor/go';
import http from 'refractor/http';
import java from 'refractor/java';
import javascript from 'refractor/javascript';
import json from 'refractor/json';
import xml from 'refractor/markup';
import nginx from 'refractor/nginx';
import perl from 'refractor/perl';
import php from 'refractor/php';
import python from 'refractor/python';
import ruby from 'refractor/ruby';
import rust from 'refractor/rust';
import sql from 'refractor/sql';
import toml from 'refractor/toml';
import typescript from 'refractor/typescript';
import yaml from 'refractor/yaml';
import { escapeHtml } from '#http/syntax/text.ts';
import { iconHtml } from '#pages/icons.ts';
import { breakCommand } from '../code/break-command.ts';
import { highlightAsHtml } from '../code/highlight.ts';
import { shell } from '../code/shell.ts';
import type { FrontMatter } from './front-matter.ts';
import type { Guide } from './guide.ts';
import { findRows, formatRowId } from './guide-rows.ts';
import { splitSections } from './guide-sections.ts';
import { formatSlug } from './slug.ts';

/**
 * Renders a Markdown file. HTML in it is shown as text, without comments.
 * @param toUrl the URL for a link to another file; undefined where the server does not have the file, and the text remains
 */
export function renderGuide(
  name: string,
  { group, summary, rows }: Pick<FrontMatter, 'group' | 'summary' | 'rows'>,
  markdown: string,
  toUrl: (link: string) => string | undefined,
): Guide {
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = formatSlug(text);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const url = toUrl(href);
        const text = this.parser.parseInline(tokens);
        return url === undefined ? text : `<a href="${escapeHtml(url)}">${text}</a>`;
      },
      code: ({ text, lang, output }: Tokens.Code & { readonly output?: string }) =>
        codeBlock(text, lang ?? '', output),
      table(token) {
        const kind = rows[token.header[0]?.text ?? ''];
        const body = token.rows.map((row) => {
          const id = kind && formatRowId(kind, row);
          const cells = row.map((cell) => this.tablecell(cell)).join('');
          return `<tr${id === undefined ? '' : ` id="${id}"`}>${cells}</tr>`;
        });
        const head = token.header.map((cell) => (cell.text === '' ? '<td></td>' : this.tablecell(cell)));
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>\n`;
      },
      image: ({ text }) => escapeHtml(text),
      // A comment marks a part that is generated.
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  });
  const [title, ...tokens] = marked.lexer(markdown);
  if (title?.type !== 'heading') throw new Error(`The guide ${name} has no title`);
  return {
    name,
    title: String(title.text),
    group,
    summary,
    minutes: Math.max(1, Math.round(markdown.split(/\s+/).length / WORDS_A_MINUTE)),
    html: marked.parser(withOutput(tokens)),
    sections: splitSections(tokens),
    rows: tokens.filter(isTable).flatMap((table) => findRows(table, rows)),
  };
}

const WORDS_A_MINUTE = 200;

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

/** The tokens, in which the output of a command is a part of its block. */
function withOutput(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const previous = last?.type === 'space' ? joined.at(-2) : last;
    if (isCode(token) && token.lang === 'text' && previous && isCode(previous) && previous.lang === 'sh')
      Object.assign(previous, { output: token.text });
    else joined.push(token);
  }
  return joined;
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

/**
 * A block of code with the name of its language, and a button that copies it. It scrolls, because a wrapped line is no command;
 * long commands are broken before their options. Output has no button.
 */
function codeBlock(text: string, language: string, output?: string): string {
  const { label, syntax } = LANGUAGES[language] ?? { label: 'Text' };
  const copyButton =
    label === 'Output'
      ? ''
      : `<span class="right"><button type="button" class="btn quiet sm icon copy scripted" data-copy="" aria-label="Copy: ${label}" title="Copy: ${label}">${iconHtml('copy')}${iconHtml('check')}</button></span>`;
  const code = syntax === shell ? breakCommand(text) : text;
  return (
    `<figure class="code"><figcaption><span>${label}</span>${copyButton}</figcaption>` +
    `<pre tabindex="0" role="group" aria-label="${label}"><code>${syntax === undefined ? escapeHtml(code) : highlightAsHtml(code, syntax)}</code></pre>${output === undefined ? '' : `<samp data-label="Output" tabindex="0" role="group" aria-label="Output">${escapeHtml(output)}</samp>`}</figure>\n`
  );
}

const LANGUAGES: Readonly<Record<string, { readonly label: string; readonly syntax?: Syntax }>> = {
  sh: { label: 'Shell', syntax: shell },
  // Commands in a project of the reader, which the tests do not have.
  console: { label: 'Shell', syntax: shell },
  text: { label: 'Output' },
  log: { label: 'Log' },
  js: { label: 'JavaScript', syntax: javascript },
  ts: { label: 'TypeScript', syntax: typescript },
  python: { label: 'Python', syntax: python },
  csharp: { label: 'C#', syntax: csharp },
  go: { label: 'Go', syntax: go },
  java: { label: 'Java', syntax: java },
  ruby: { label: 'Ruby', syntax: ruby },
  php: { label: 'PHP', syntax: php },
  rust: { label: 'Rust', syntax: rust },
  perl: { label: 'Perl', syntax: perl },
  nginx: { label: 'nginx', syntax: nginx },
  yaml: { label: 'YAML', syntax: yaml },
  json: { label: 'JSON', syntax: json },
  xml: { label: 'XML', syntax: xml },
  toml: { label: 'TOML', syntax: toml },
  sql: { label: 'SQL', syntax: sql },
  http: { label: 'HTTP', syntax: http },
};
