import type { Token, Tokens } from 'marked';
import type { GuideSection } from './guide.ts';
import { firstWords, formatPlainText } from './plain-text.ts';
import { formatSlug } from './slug.ts';

/** The parts of a guide for its table of contents and for the search. */
export function splitSections(tokens: readonly Token[]): GuideSection[] {
  const sections: { id: string; heading: string; depth: number; tokens: Token[] }[] = [
    { id: '', heading: '', depth: 1, tokens: [] },
  ];
  for (const token of tokens) {
    if (isHeading(token))
      sections.push({
        id: formatSlug(token.text),
        heading: formatPlainText(token.tokens),
        depth: token.depth,
        tokens: [],
      });
    else sections.at(-1)?.tokens.push(token);
  }
  return sections.map(({ tokens: content, ...section }) => ({
    ...section,
    text: firstWords(formatPlainText(content)),
  }));
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}
