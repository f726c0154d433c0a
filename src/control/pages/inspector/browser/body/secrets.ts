import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import type { Body, Exchange } from '../../entry.ts';
import { credentialsView } from './credentials-view.ts';

/** A masked value: its end, if it is long, and a digest by which equal values are recognized. */
const MASK = /\*{4}[\w.-]*~[\da-f]{8}/;

const MASK_HINT = 'The value is masked. After ~ is a digest: equal digests mean equal values.';

/** Reads the unmasked values of an exchange, once, when the user asks for one. */
export class Secrets {
  readonly #api: Api;
  readonly #id: number;
  #shown: Promise<Exchange> | undefined;

  constructor(api: Api, id: number) {
    this.#api = api;
    this.#id = id;
  }

  read(): Promise<Exchange> {
    this.#shown ??= this.#api.json<Exchange>(`/_sparring/requests/${this.#id}?secrets=show`);
    return this.#shown;
  }

  /** A text, with a button that reveals it if a part of it is masked. */
  text(text: string, label: string, find: (shown: Exchange) => string | undefined): HTMLElement {
    const value = el('span', {}, text);
    if (!MASK.test(text)) return el('span', {}, value, credentialsView(text));
    const reveal = button(
      'Reveal',
      () =>
        attempt(async () => {
          const unmasked = find(await this.read()) ?? text;
          value.textContent = unmasked;
          reveal.replaceWith(...[credentialsView(unmasked)].filter((view) => view !== undefined));
        }),
      { 'aria-label': `Reveal ${label}`, title: MASK_HINT },
    );
    return el('span', {}, value, reveal);
  }
}

/** Whether a body has masked values: the digest of its bytes would show whether a guess of them is right. */
export function isMasked({ length, sha256 }: Body): boolean {
  return length > 0 && sha256 === null;
}
