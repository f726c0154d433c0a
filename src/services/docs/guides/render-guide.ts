import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../../http/syntax/text.ts';

/** A guide as a part of a page. */
export interface Guide {
  /** Last segment of the URL. */
  readonly name: string;
  readonly title: string;
  /** The first sentence, without markup. */
  readonly summary: string;
  /** The content below the title. */
  readonly html: string;
}

/**
 * Renders a Markdown file. HTML in it is shown as text.
 * @param toUrl the URL for a link to another file; undefined where the server does not have the file, and the text remains
 */
export function renderGuide(
  name: string,
  markdown: string,
  toUrl: (link: string) => string | undefined,
): Guide {
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${toSlug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const url = toUrl(href);
        const text = this.parser.parseInline(tokens);
        return url === undefined ? text : `<a href="${escapeHtml(url)}">${text}</a>`;
      },
      code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
      table(token) {
        const rows = token.rows.map((row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>`);
        const head = token.header.map((cell) => this.tablecell(cell)).join('');
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      image: ({ text }) => escapeHtml(text),
      html: ({ text }) => escapeHtml(text),
    },
  });
  const [title, ...tokens] = marked.lexer(markdown);
  if (title?.type !== 'heading') throw new Error(`The guide ${name} has no title`);
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    name,
    title: String(title.text),
    summary: toSentence(first?.text ?? ''),
    html: marked.parser(tokens),
  };
}

/** The anchor of a heading, as in links of the guides: in lower case, without punctuation, with hyphens for spaces. */
function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The first sentence, with backticks for code, and without other markup. */
function toSentence(paragraph: string): string {
  const text = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll('**', '');
  // A sentence does not end within code.
  const end = text.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length)).search(/[.:](?: |$)/);
  return end < 0 ? text : `${text.slice(0, end)}.`;
}
