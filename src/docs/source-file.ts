import type { Endpoint } from '../http/endpoint.ts';
import type { Service } from '../http/service.ts';

/** Folder of each service under `src/`. */
const FOLDERS: Readonly<Record<string, string>> = {
  testing: 'httpbin',
  authorizations: 'authorizations',
  docs: 'docs',
};

/**
 * The file an endpoint is declared in: the leading fixed segments of its path after the service's prefix, joined with
 * dashes; `root` where there are none. A guard test holds every endpoint to it.
 */
export function sourceFile(service: Service, endpoint: Endpoint): string {
  const segments = endpoint.path.slice(service.prefix.length).split('/').filter(Boolean);
  const variable = segments.findIndex((segment) => segment.startsWith('{'));
  const fixed = variable < 0 ? segments : segments.slice(0, variable);
  return `src/${FOLDERS[service.name] ?? service.name}/endpoints/${fixed.join('-').replaceAll('.', '-') || 'root'}.ts`;
}
