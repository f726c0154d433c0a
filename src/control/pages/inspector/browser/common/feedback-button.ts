import { Component } from 'preact';
import { announce } from '#pages/browser/elements.ts';
import { buttonClass } from '#pages/components/button.ts';
import { icon } from '#pages/components/icon.ts';
import { html, type Markup } from '#pages/html.ts';
import type { IconName } from '#pages/icons.ts';

/** How long a button shows that its action is done. */
const FEEDBACK_MS = 2000;

/** What an action has done: a text for screen readers, and what the button shows in place of its text. */
export interface Feedback {
  readonly text: string;
  readonly label?: string;
  /** Whether something is missing. */
  readonly isPartial?: boolean;
}

interface FeedbackButtonProps {
  readonly icon: IconName;
  /** The name, which is also visible unless the button is an icon. */
  readonly label: string;
  readonly isIcon?: boolean;
  readonly attributes?: Readonly<Record<string, string | boolean>>;
  /** Returns undefined when nothing was done. */
  perform(): Promise<Feedback | undefined>;
}

/** A button whose icon is a check mark for two seconds when its action is done, so that nothing moves. */
export class FeedbackButton extends Component<FeedbackButtonProps, { readonly done?: Feedback | undefined }> {
  override state: { readonly done?: Feedback | undefined } = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  async #act(): Promise<void> {
    const done = await this.props.perform();
    if (!done) return;
    announce(done.text);
    this.setState({ done });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.setState({ done: undefined }), FEEDBACK_MS);
  }

  override render(): Markup {
    const { icon: name, label, isIcon, attributes } = this.props;
    const { done } = this.state;
    const classes = buttonClass({
      kind: isIcon ? 'quiet' : undefined,
      isSmall: true,
      class:
        [isIcon && 'icon', done && (done.isPartial ? 'partial' : 'done')].filter(Boolean).join(' ') ||
        undefined,
    });
    return html`
      <button type="button" class=${classes} aria-label=${isIcon ? label : undefined} title=${label} ...${attributes} onClick=${() => void this.#act()}>${icon(done ? 'check' : name)}${isIcon ? null : html`<span>${done?.label ?? label}</span>`}</button>`;
  }
}
