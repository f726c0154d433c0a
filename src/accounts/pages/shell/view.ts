import type { Markup } from '#pages/html.ts';

/** The parts of an account page that differ from those of the others. */
export interface View {
  readonly title: string;
  /** Path of the entry in the settings menu that the page belongs to. Without it, the page has no menu. */
  readonly section?: string;
  /** Whether the page is a step that the user completes or cancels: its header has no links to other pages. */
  readonly isSolo?: boolean;
  /** Origins that the forms of the page may lead to, besides that of the page. */
  readonly formTargets?: readonly string[];
  main(form: FormContext): Markup;
}

interface FormContext {
  /** The hidden field with the form token. Every form contains it. */
  readonly token: Markup;
}
