import { html, type Markup } from '../html.ts';
import { copyButton } from './copy-button.ts';
import { icon } from './icon.ts';

interface CodeOptions {
  /** What the code is: shown above it, and the name of the block. */
  readonly label: string;
  /** Text, or text with its tokens as elements. */
  readonly code: Markup | string;
  /** In place of the label above the code, such as a choice of the language. */
  readonly caption?: Markup;
  /** Buttons before Copy, such as Try. */
  readonly actions?: Markup;
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

interface ExampleOptions extends CodeOptions {
  /** What is folded below the code: the response, with its status in `summary`. */
  readonly response: { readonly summary: Markup; readonly content: Markup };
}

/** An example with its recorded response, which is folded. */
export function exampleFigure({ response, ...options }: ExampleOptions): Markup {
  const { label, code, caption, actions } = options;
  return html`
    <figure class="code ex">
      <figcaption>${caption ?? html`<b>${label}</b>`}<span class="right">${actions}${copyButton('', `Copy: ${label}`)}</span></figcaption>
      ${codeBlock(label, code)}
      <details><summary>${icon('right')}${response.summary}</summary>${response.content}</details>
    </figure>`;
}

function codeBlock(label: string, code: Markup | string): Markup {
  return html`<pre tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>`;
}
