import { HttpError } from '#http/errors/errors.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { alert } from '#pages/components.ts';
import type { Page } from '#pages/page.ts';
import { composeParameters } from '../responses/composition/directives.ts';
import { parseDirectives } from '../responses/composition/parse.ts';
import { type Limits, toPlan } from '../responses/composition/to-plan.ts';
import { COMPOSE, type Pair, toTarget } from './composition.ts';
import { builderFields } from './fields.ts';
import { labFields, requestFields } from './lab-fields.ts';
import { type Preset, presetLinks } from './presets.ts';
import { resultSections } from './result.ts';
import { builderStylesheet } from './stylesheet.ts';

export interface BuilderOptions {
  readonly origin: string;
  readonly limits: Limits;
  readonly presets: readonly Preset[];
  readonly script: string;
  /** Whether the server has the inspector. */
  readonly hasInspector: boolean;
}

/**
 * The page that composes responses and targets of labs. Without its script, it composes responses: the server
 * writes the URL when the form is submitted.
 */
export function builderPage(query: readonly Pair[], options: BuilderOptions): Page {
  const { origin, limits, presets, script, hasInspector } = options;
  const directives = query.filter(([, value]) => value !== '');
  const target = toTarget({ lab: COMPOSE, key: '', settings: [], steps: [directives] });
  return {
    title: 'Compose a response',
    stylesheet: builderStylesheet,
    script,
    // `form-action` applies to redirects too, and a composed response may redirect anywhere. Nothing but text can be
    // inserted: the browser rejects HTML from the script (Trusted Types).
    policy: [
      "connect-src 'self'",
      'form-action http: https:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
    main: (html) => html`
      <div class="intro">
        <h1>Compose a response</h1>
        <p>Describe the response, and send your requests to the URL. All fields are optional.</p>
        ${presetLinks(html, presets)}
      </div>
      <form id="compose" action="/compose" method="get">
        ${labFields(html, limits.enabledLabs)}
        <fieldset id="directives" class="plain">
          <legend class="unseen">Response</legend>
          ${builderFields(html, directives, limits.enabledLabs)}
        </fieldset>
        ${requestFields(html)}
      </form>
      ${resultSections(html, `${origin}${target}`, alert(html, problemOf(directives, limits)), hasInspector)}`,
    footer: (html) => html`<p><a href="/">All endpoints of this server</a></p>`,
  };
}

/** The error that these directives would be answered with. */
function problemOf(directives: readonly Pair[], limits: Limits): string | undefined {
  try {
    toPlan(parseDirectives(decodePairs(composeParameters, directives, true)), limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}
