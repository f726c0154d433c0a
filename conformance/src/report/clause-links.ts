/** A section that a clause names, and where it can be read. */
export interface ClauseLink {
  readonly text: string;
  readonly url: string;
}

/** Drafts that a clause names as the RFC that they replace, in the version whose sections it numbers. */
const DRAFTS: Readonly<Record<string, string>> = { '6265bis': 'draft-ietf-httpbis-rfc6265bis-22' };

/** Sections of Fetch have names in their URLs, because their numbers change. */
const FETCH_SECTIONS: Readonly<Record<string, string>> = { '4.5': 'http-redirect-fetch' };

const SECTION = /(?:RFC (?<rfc>\d+(?:bis)?) |(?<fetch>Fetch) )?§(?<section>\d+(?:\.\d+)*)/g;

/** The sections of a clause such as `RFC 9110 §9.3.1, §15.4`, with their URLs. A section without a document is of the one before. */
export function clauseLinks(clause: string): ClauseLink[] {
  let documentName = '';
  return [...clause.matchAll(SECTION)].map(([text, rfc, fetch, section = '']) => {
    documentName = rfc ?? fetch ?? documentName;
    return { text, url: sectionUrl(documentName, section) };
  });
}

function sectionUrl(documentName: string, section: string): string {
  if (documentName === 'Fetch') return `https://fetch.spec.whatwg.org/#${FETCH_SECTIONS[section] ?? ''}`;
  const draft = DRAFTS[documentName];
  return draft === undefined
    ? `https://www.rfc-editor.org/rfc/rfc${documentName}#section-${section}`
    : `https://datatracker.ietf.org/doc/html/${draft}#section-${section}`;
}
