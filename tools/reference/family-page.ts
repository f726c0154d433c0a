import { sourceFile } from '#docs/openapi/operation.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { fileLink, testFile } from './endpoint-files.ts';
import { endpointsNotServed } from './routes-not-served.ts';

/** `docs/reference/family.md`: every endpoint of the authorization API, grouped by the credentials it requires. */
export function familyPage(service: Service): string {
  const sections = Object.entries(service.documentation.security ?? {}).map(([access, { description }]) => {
    const endpoints = service.endpoints.filter((endpoint) => (endpoint.access ?? 'default') === access);
    const rows = endpoints.flatMap((endpoint) => formatRows(service, endpoint));
    return [`## Credentials: ${formatHeading(description)}`, '', ...HEAD, ...rows].join('\n');
  });
  return `${[INTRODUCTION, ...sections, notServed()].join('\n\n')}\n`;
}

const INTRODUCTION = `# The authorization API

Every endpoint of the OAuth grants and authorizations interface, with the statuses that it returns and the test that
calls it. Paths are below \`/api/v3\`. Responses of a deprecated endpoint have a \`Deprecation\` header, and
[the lifecycle](../guide/lifecycle.md) applies to them; [Releases](releases.md) lists the differences between releases. The
tests in \`test/clients/\` run real clients against the API, and \`test/model/\` compares random sequences of calls with
a small model.`;

const HEAD = ['| Endpoint | Statuses | Deprecated | Test |', '|---|---|---|---|'];

function formatRows(service: Service, endpoint: Endpoint): string[] {
  const path = endpoint.path.startsWith(service.prefix)
    ? endpoint.path.slice(service.prefix.length) || '/'
    : endpoint.path;
  const test = testFile(service, endpoint);
  return endpoint.methods.map((method) => {
    const cells = [
      fileLink(`\`${method} ${path}\``, sourceFile(service, endpoint)),
      Object.keys(endpoint.responses).join(', '),
      endpoint.deprecated ? 'yes' : '',
      fileLink(test.split('/').at(-1) ?? test, test),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function formatHeading(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
}

function notServed(): string {
  const rows = endpointsNotServed.map(
    ({ method, path, reason, test }) =>
      `| \`${method} ${path}\` | ${reason} | ${fileLink(test.split('/').at(-1) ?? test, `src/accounts/api/${test}`)} |`,
  );
  return ['## Not served', '', '| Endpoint | Reason | Test |', '|---|---|---|', ...rows].join('\n');
}
