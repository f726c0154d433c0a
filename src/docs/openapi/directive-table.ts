import type { Directive, Endpoint } from '#http/routing/endpoint.ts';

const HEADINGS = ['Segment', 'Effect', 'Default'] as const;

/** The directives of an endpoint with their headings: in the reference, the OpenAPI document and the guides. */
export function directiveRows(directives: readonly Directive[]): readonly (readonly string[])[] {
  return [HEADINGS, ...directives.map((each) => [each.segment, each.effect, each.default ?? ''])];
}

/** The directives as a table of Markdown. */
export function formatDirectives(directives: readonly Directive[]): string {
  const [headings = [], ...rows] = directiveRows(directives);
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The description of an endpoint with its directives, as Markdown. */
export function describeEndpoint({ description, summary, directives }: Endpoint): string {
  const text = description ?? summary;
  return directives === undefined ? text : `${text}\n\n${formatDirectives(directives)}`;
}
