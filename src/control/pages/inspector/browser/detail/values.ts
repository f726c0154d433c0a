import { Component } from 'preact';
import type { Api } from '#control/pages/browser/api.ts';
import { copyText } from '#control/pages/browser/clipboard.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button } from '#pages/components/button.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { valueTable } from '../../detail-markup.ts';
import type { Exchange, Pairs } from '../../entry.ts';
import { indentJson, parseJsonNodes } from '../body/json-nodes.ts';
import { textBlock } from '../body/plain-views.ts';
import { binaryBytes, decodeText, type Pair } from '../common/decoding.ts';
import { FeedbackButton } from '../common/feedback-button.ts';

/** A masked value: its end, if it is long, and a digest by which equal values are recognized. */
const MASK = /\*{4}[\w.-]*~[\da-f]{8}/;

/** Whether a part of a text is masked. */
export const hasMask = (text: string) => MASK.test(text);

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
}

interface ValueProps {
  readonly text: string;
  /** What it is the value of. */
  readonly label: string;
  readonly secrets: Secrets;
  /** Finds the value in the exchange without masks. */
  find(shown: Exchange): string | undefined;
}

/** A text with a button that copies it, and with one that reveals it if a part of it is masked. */
export class Value extends Component<ValueProps, { readonly revealed?: string }> {
  override state: { readonly revealed?: string } = {};

  #reveal(): Promise<void> {
    return attempt(async () => {
      const { text, secrets, find } = this.props;
      this.setState({ revealed: find(await secrets.read()) ?? text });
    });
  }

  override render(): Markup {
    const { text, label } = this.props;
    const { revealed } = this.state;
    const shown = revealed ?? text;
    const isHidden = hasMask(text) && revealed === undefined;
    const copy = async () =>
      (await copyText(shown)) ? { text: `The value of ${label} is copied.` } : undefined;
    return html`
      <span class="value">${shown}</span>${
        isHidden
          ? button('Reveal', {
              type: 'button',
              isSmall: true,
              class: 'reveal',
              'aria-label': `Reveal ${label}`,
              title: MASK_HINT,
              onClick: () => this.#reveal(),
            })
          : null
      }${component(FeedbackButton, { icon: 'copy', label: `Copy the value of ${label}`, isIcon: true, perform: copy })}${isHidden ? null : credentialsView(shown)}`;
  }
}

/** Names with their values. @param find finds the value at an index in the exchange without masks */
export function headerTable(
  fields: Pairs,
  label: string,
  { connection }: Exchange,
  secrets: Secrets,
  find: (shown: Exchange, index: number) => string | undefined,
): Markup {
  const names = fields.map(([name]) => name.toLowerCase());
  const rows = fields.map(([name, text], index) => {
    const isOdd = connection.protocol !== 'HTTP/2' && !hasUsualCase(name);
    const value = component(Value, {
      key: `${index} ${text}`,
      text,
      label: name,
      secrets,
      find: (shown: Exchange) => find(shown, index),
    });
    return [html`${name}${repetition(names, index)}${isOdd ? tag('unusual case') : null}`, value] as const;
  });
  return valueTable(label, rows);
}

/** Names with their decoded values, and where one differs, as they were sent. */
export function pairTable(label: string, pairs: readonly Pair[], decode: (text: string) => string): Markup {
  const names = pairs.map(([name]) => decode(name));
  const values = pairs.map(([, value]) => decode(value));
  const isAnyDifferent = pairs.some(([, value], index) => values[index] !== value);
  const rows = pairs.map(([, sent], index) => {
    const value = values[index];
    const asSent = isAnyDifferent ? html`<td class="soft">${value === sent ? '' : sent}</td>` : null;
    return [html`${names[index]}${repetition(names, index)}`, value, asSent] as const;
  });
  const head = isAnyDifferent
    ? html`<thead class="vh"><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">As sent</th></tr></thead>`
    : null;
  return valueTable(label, rows, head);
}

function repetition(names: readonly string[], index: number): Markup | null {
  return names.filter((other) => other === names[index]).length > 1 ? tag('repeated') : null;
}

function tag(text: string): Markup {
  return html` <span class="tag">${text}</span>`;
}

/** Whether a name has a usual case: `content-type`, `Content-Type`, `ETag`, `WWW-Authenticate`. */
function hasUsualCase(name: string): boolean {
  return (
    name === name.toLowerCase() ||
    name
      .split('-')
      .every((word) => word === word.toUpperCase() || /^[A-Z][a-z\d]*$/.test(word) || WORDS.has(word))
  );
}

const WORDS: ReadonlySet<string> = new Set(['ETag', 'WebSocket']);

/** What the credentials in a text say: the parts of a JSON Web Token, or the user and the password of `Basic`. */
function credentialsView(text: string): Markup | null {
  const basic = /^Basic +([\w+/=-]{2,})$/i.exec(text)?.[1];
  const decodedBasic = basic === undefined ? undefined : decodeBase64(basic);
  if (decodedBasic !== undefined) return details('Basic credentials', decodedBasic);
  for (const word of text.split(/[^\w.-]/)) {
    const token = decodeToken(word.split('.'));
    if (token !== undefined) return details('JSON Web Token; the signature is not checked', token);
  }
  return null;
}

/** Header and claims of a token in its compact form (RFC 7519); undefined for another text. */
function decodeToken(parts: readonly string[]): string | undefined {
  // Base64 of a brace and a quotation mark.
  if (parts.length !== 3 || !parts[0]?.startsWith('ey')) return undefined;
  const [header, claims] = parts.map((part) => parseJsonNodes(decodeBase64(part) ?? ''));
  return header && claims && `${indentJson(header)}\n${indentJson(claims)}`;
}

function details(title: string, text: string): Markup {
  return html`<details class="credentials"><summary>${title}</summary>${textBlock(text, title)}</details>`;
}

/** The text of Base64 in either alphabet; undefined for other bytes. */
function decodeBase64(text: string): string | undefined {
  try {
    return decodeText(binaryBytes(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return undefined;
  }
}
