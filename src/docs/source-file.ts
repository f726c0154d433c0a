import type { Endpoint } from '../http/endpoint.ts';
import type { Service } from '../http/service.ts';

/** Folder of each service under `src/`. */
const FOLDERS: Readonly<Record<string, string>> = {
  testing: 'httpbin',
  authorizations: 'authorizations',
  pages: 'authorizations/web',
  control: 'control',
  docs: 'docs',
};

/**
 * The file an endpoint is declared in: the fixed segments of its path after the service's prefix, joined with dashes,
 * whatever stands between them; `root` where there are none. A guard test holds every endpoint to it.
 */
export function sourceFile(service: Service, endpoint: Endpoint): string {
  const isBelow = endpoint.path.startsWith(service.prefix);
  const fixed = endpoint.path
    .slice(isBelow ? service.prefix.length : 0)
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'));
  return `src/${FOLDERS[service.name] ?? service.name}/endpoints/${fixed.join('-').replace(/[._]/g, '-') || 'root'}.ts`;
}
