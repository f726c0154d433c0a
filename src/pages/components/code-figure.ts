import { html, type Markup } from '../html.ts';
import { copyButton } from './copy-button.ts';
import { icon } from './icon.ts';

interface CodeOptions {
  /** What the code is: shown above it, and the name of the block. */
  readonly label: string;
  /** Text, or text with its tokens as elements. */
  readonly code: Markup | string;
  /** In place of the label above the code, such as a choice of the language. */
  readonly caption?: Markup | undefined;
  /** Buttons before Copy, such as Try. */
  readonly actions?: Markup | undefined;
  /** What the code prints. It has no button. */
  readonly output?: string;
}

/** A block of code with a button that copies it. It scrolls sideways, and the keyboard reaches it. */
export function codeFigure({ label, code, caption, actions, output }: CodeOptions): Markup {
  return html`
    <figure class="code">
      <figcaption>${caption ?? html`<span>${label}</span>`}<span class="right">${actions}${copyButton('', `Copy: ${label}`)}</span></figcaption>
      ${codeBlock(label, code)}
      ${output === undefined ? null : html`<samp data-label="Output">${output}</samp>`}
    </figure>`;
}

/** One line of code with a button that copies it, such as a command or a URL. */
export function codeLine(label: string, code: Markup | string): Markup {
  return html`<figure class="code one">${codeBlock(label, code)}${copyButton('', `Copy: ${label}`)}</figure>`;
}

interface ExampleOptions extends Omit<CodeOptions, 'code' | 'output'> {
  /** Code, or blocks of code in several languages as elements `pre`. */
  readonly code: Markup | string;
  /** The response, with its status in `summary`. Its content is folded. */
  readonly response?: { readonly summary: Markup; readonly content?: Markup | undefined } | undefined;
  readonly [attribute: `data-${string}`]: string;
}

/** An example with its recorded response. */
export function exampleFigure(options: ExampleOptions): Markup {
  const { response, label, code, caption, actions, ...attributes } = options;
  return html`
    <figure class="code ex" ...${attributes}>
      <figcaption>${caption ?? html`<b>${label}</b>`}<span class="right">${copyButton('', `Copy: ${label}`)}${actions}</span></figcaption>
      ${typeof code === 'string' ? codeBlock(label, code) : code}
      ${response && responsePart(response)}
    </figure>`;
}

function responsePart({ summary, content }: NonNullable<ExampleOptions['response']>): Markup {
  return content === undefined
    ? html`<p class="ends">${summary}</p>`
    : html`<details><summary>${icon('right')}${summary}</summary>${content}</details>`;
}

function codeBlock(label: string, code: Markup | string): Markup {
  return html`<pre tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>`;
}
