import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { createRepresentation, sendRepresentation } from '#http/message/representation.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { loadBrowserScript } from '#pages/browser-script.ts';
import { alert } from '#pages/components/banner.ts';
import { html } from '#pages/html.ts';
import { type Page, renderPage } from '#pages/page.ts';
import type { TestingContext } from '../request/context.ts';
import { absoluteUrl } from '../request/url.ts';
import { composePlan, type Limits } from '../responses/composition/compose-plan.ts';
import { composeParameters } from '../responses/composition/directives.ts';
import { parseDirectives } from '../responses/composition/parse.ts';
import type { ResponsePreview } from '../responses/send/preview-schema.ts';
import { previewTarget } from './check.ts';
import { COMPOSE, formatTarget } from './composition.ts';
import { builderFields } from './fields.ts';
import { labFields, requestFields } from './lab-fields.ts';
import { choosePresets, type Preset, presetLinks } from './presets.ts';
import type { Pair } from './response/respond.ts';
import { resultSections } from './result.ts';
import { builderStylesheet } from './stylesheet.ts';

interface BuilderOptions {
  readonly origin: string;
  readonly service: TestingContext;
  readonly presets: readonly Preset[];
  readonly script: string;
  /** Whether the server has the inspector. */
  readonly hasInspector: boolean;
}

/** Sends the page with the composition in the query of the request. */
export async function sendBuilderPage(exchange: Exchange, service: TestingContext): Promise<void> {
  const { text: script } = await loadBrowserScript('testing/builder');
  const directives = parsePairs(exchange.query ?? '');
  const origin = absoluteUrl(exchange, '');
  const { labs, enabledLabs, control: hasInspector } = service;
  // Without the state of the labs, the page has its usual keys.
  const isTaken = async (lab: string, key: string) => {
    try {
      return (await labs.read(lab, key)) !== undefined;
    } catch {
      return false;
    }
  };
  const presets = await choosePresets(enabledLabs, isTaken);
  const options = { origin, service, presets, script, hasInspector };
  const { fields, content } = renderPage(builderPage(directives, options), exchange);
  await sendRepresentation(exchange, createRepresentation(fields, content));
}

/**
 * The page that composes responses and targets of labs. Without its script, it composes responses: the server
 * writes the URL when the form is submitted.
 */
function builderPage(query: readonly Pair[], options: BuilderOptions): Page {
  const { origin, service, presets, script, hasInspector } = options;
  const directives = query.filter(([, value]) => value !== '');
  const target = formatTarget({ lab: COMPOSE, key: '', settings: [], steps: [directives] });
  const problem = problemOf(directives, service);
  const preview = problem === undefined ? withoutTime(previewTarget(target, service)) : undefined;
  return {
    title: 'Compose a response',
    stylesheet: builderStylesheet,
    script,
    scriptUrl: '/compose/builder.js',
    // `form-action` applies to redirects too, and a composed response may redirect anywhere. Nothing but text can be
    // inserted: the browser rejects HTML from the script (Trusted Types).
    policy: [
      "connect-src 'self'",
      'form-action http: https:',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ],
    isApp: true,
    icons: ['copy', 'check', 'warn'],
    main: html`
      <div class="build">
      <header class="intro">
        <h1>Compose a response</h1>
        <p>Everything is in the URL. The server keeps nothing before a client calls it.</p>
      </header>
      ${presetLinks(presets)}
      <form id="compose" action="/compose" method="get">
        ${labFields(service.enabledLabs)}
        <fieldset id="directives" class="plain">
          <legend class="vh">Response</legend>
          ${builderFields(directives, service.enabledLabs)}
        </fieldset>
        ${requestFields()}
      </form>
      </div>
      ${resultSections({ url: `${origin}${target}`, problem: alert(problem), preview, hasInspector })}`,
  };
}

/** The error that these directives would be answered with. */
function problemOf(directives: readonly Pair[], limits: Limits): string | undefined {
  try {
    composePlan(parseDirectives(decodePairs(composeParameters, directives, true)), limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

/** A preview without the time of its response: the page has the same entity tag until it changes. */
function withoutTime(preview: ResponsePreview | undefined): ResponsePreview | undefined {
  return preview && { ...preview, head: preview.head.replace(/^(Date: ).*$/m, '$1…') };
}
