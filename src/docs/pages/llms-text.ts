import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { BaseUrls, DocsContext } from '../context/context.ts';
import type { Guide } from '../guides/guide.ts';
import { formatExampleCurl } from './examples/example-curl.ts';

/** The documentation as plain text, for language models and terminals. */
export function llmsText(
  { services, version }: Pick<DocsContext, 'services' | 'version'>,
  baseUrl: string,
  baseUrls: BaseUrls,
  guides: readonly Guide[],
): string {
  const descriptions = services.map(
    ({ name, documentation: { title } }) => `- [${title}, OpenAPI 3.1](${baseUrl}/docs/${name}/openapi.json)`,
  );
  return `${[
    `# Sparring ${version}`,
    '> A server for testing HTTP clients: a drop-in replacement for httpbin, and the OAuth Authorizations API of GitHub Enterprise.',
    [...descriptions, `- [Reference as a web page](${baseUrl}/docs)`].join('\n'),
    [
      '## Guides',
      ...guides.map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/guides/${name}): ${summary}`),
    ].join('\n'),
    ...services.map((service) => sectionOf(service, baseUrls.of(service))),
  ].join('\n\n')}\n`;
}

function sectionOf(service: Service, baseUrl: string): string {
  const entries = service.endpoints.map((endpoint) => entryOf(endpoint, baseUrl));
  return [`## ${service.documentation.title}`, service.documentation.description, entries.join('\n')].join(
    '\n\n',
  );
}

function entryOf(endpoint: Endpoint, baseUrl: string): string {
  const { methods, path, summary, description, deprecated, examples, directives = [] } = endpoint;
  const methodNames = methods.map((method) => (method === '*' ? 'any other method' : method)).join(', ');
  const query = Object.keys(endpoint.query ?? {});
  return [
    `- ${methodNames} ${path}${deprecated ? ' (deprecated)' : ''}: ${summary}${description ? ` ${description}` : ''}`,
    ...(query.length > 0 ? [`  Query: ${query.join(', ')}`] : []),
    ...directives.map(
      ({ segment, effect, default: value }) =>
        `  ${segment}: ${effect}${value === undefined ? '' : ` (default ${value})`}`,
    ),
    ...examples.slice(0, 1).map((example) => `  ${formatExampleCurl(baseUrl, endpoint, example)}`),
  ].join('\n');
}
