import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCases } from '../cases/index.ts';
import { clauseLinks } from './clause-links.ts';

describe('the links of a clause', () => {
  it('lead to each of its sections', () => {
    assert.deepEqual(clauseLinks('RFC 9110 §6.5.1, §15.2; RFC 9112 §7.1.2'), [
      { text: 'RFC 9110 §6.5.1', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-6.5.1' },
      { text: '§15.2', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.2' },
      { text: 'RFC 9112 §7.1.2', url: 'https://www.rfc-editor.org/rfc/rfc9112#section-7.1.2' },
    ]);
  });

  it('lead to the version of a draft whose sections are named, and to the name of a section of Fetch', () => {
    assert.deepEqual(
      clauseLinks('RFC 6265bis §5.8.3; Fetch §4.5').map(({ url }) => url),
      [
        'https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.8.3',
        'https://fetch.spec.whatwg.org/#http-redirect-fetch',
      ],
    );
  });

  it('exist for every section of every case', () => {
    for (const { id, clause } of allCases) {
      const links = clauseLinks(clause);
      assert.equal(links.map(({ text }) => text).join(', '), clause.replaceAll(';', ','), id);
      for (const { url } of links)
        assert.match(
          url,
          /^https:\/\/(?:www\.rfc-editor\.org\/rfc\/rfc\d+#section-\d[\d.]*\d$|www\.rfc-editor\.org\/rfc\/rfc\d+#section-\d$|datatracker\.ietf\.org\/doc\/html\/draft-[a-z\d-]+#section-\d[\d.]*\d$|fetch\.spec\.whatwg\.org\/#[a-z-]+$)/,
          id,
        );
    }
  });
});
