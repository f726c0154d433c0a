import type { Token, Tokens } from 'marked';
import type { GuideSection } from './guide.ts';
import { firstWords, toPlainText } from './plain-text.ts';
import { toSlug } from './slug.ts';

/** The parts of a guide for its table of contents and for the search. */
export function toSections(tokens: readonly Token[]): GuideSection[] {
  const sections: { id: string; heading: string; depth: number; tokens: Token[] }[] = [
    { id: '', heading: '', depth: 1, tokens: [] },
  ];
  for (const token of tokens) {
    if (isHeading(token))
      sections.push({
        id: toSlug(token.text),
        heading: toPlainText(token.tokens),
        depth: token.depth,
        tokens: [],
      });
    else sections.at(-1)?.tokens.push(token);
  }
  return sections.map(({ tokens: content, ...section }) => ({
    ...section,
    text: firstWords(toPlainText(content)),
  }));
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}
