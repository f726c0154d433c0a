import type { Token } from 'marked';

/** The text of tokens without markup and without code blocks. */
export function formatPlainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

function textOf(token: Token): string {
  if (token.type === 'code' || token.type === 'html' || token.type === 'image') return '';
  if (token.type === 'space' || token.type === 'br') return ' ';
  if (token.type === 'table') {
    const rows: readonly (readonly { readonly tokens: Token[] }[])[] = [token.header, ...token.rows];
    return rows.map((row) => `${row.map((cell) => formatPlainText(cell.tokens)).join(' ')} `).join('');
  }
  if (token.type === 'list') {
    const items: readonly { readonly tokens: Token[] }[] = token.items;
    return items.map((item) => `${formatPlainText(item.tokens)} `).join('');
  }
  const inner = 'tokens' in token ? token.tokens : undefined;
  if (inner) return `${inner.map(textOf).join('')}${token.type === 'paragraph' ? ' ' : ''}`;
  return 'text' in token ? String(token.text) : '';
}

/** The search loads the text of all sections, endpoints and rows at once, so each is bounded. */
export function firstWords(text: string): string {
  return text.split(' ').slice(0, MAX_WORDS).join(' ');
}

const MAX_WORDS = 36;
