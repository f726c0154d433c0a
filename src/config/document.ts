import { readFile } from 'node:fs/promises';
import type { Alias, Document, LineCounter } from 'yaml';
import type { Path } from '#http/message/validation.ts';
import { UsageError } from './usage-error.ts';

/** A parsed YAML or JSON file. Scalars other than `true`, `false` and `null` are text, so that ids keep leading zeros. */
export interface FileDocument {
  readonly value: unknown;
  /** The value with numbers, by the core schema of YAML 1.2. */
  readonly typed: unknown;
  /** File and line of the member at the path, such as `seed.yaml:3`. */
  placeOf(path: Path): string;
}

/** @throws UsageError when the file cannot be read; `origin` is the setting that names it, such as `--seed`. */
export async function readDocument(file: string, origin: string): Promise<FileDocument> {
  return parseDocument(await readText(file, origin), file);
}

/** Reads a file in UTF-8. @throws UsageError when it cannot be read. */
export async function readText(file: string, origin: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new UsageError(`Cannot read ${file}, which ${origin} names: ${formatFileReason(error)}.`, {
      cause: error,
    });
  }
}

/** Parses YAML, of which JSON is a subset. @throws UsageError */
export async function parseDocument(text: string, file: string): Promise<FileDocument> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  try {
    const document = yaml.parseDocument(text, {
      schema: 'failsafe',
      customTags: (tags) => tags.concat('null', 'bool'),
      stringKeys: true,
      prettyErrors: false,
      lineCounter: lines,
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) {
      const [sentence = ''] = problem.message.split('\n');
      const reason = problem.code === 'RESOURCE_EXHAUSTION' ? NESTED_TOO_DEEPLY : sentence;
      throw new UsageError(`${file}:${lines.linePos(problem.pos[0]).line}: this is not YAML: ${reason}.`);
    }
    const cycle = findCycle(document, yaml.visit);
    if (cycle)
      throw new UsageError(
        `${file}:${lines.linePos(cycle.range?.[0] ?? 0).line}: the alias *${cycle.source} refers to a value that contains it, so the value has no end.`,
      );
    const typed = yaml.parseDocument(text, { schema: 'core', stringKeys: true, prettyErrors: false });
    return {
      value: document.toJS(),
      typed: typed.toJS(),
      placeOf: (path) => `${file}${formatLine(document, lines, path)}`,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: this is not YAML: ${formatFileReason(error)}.`, { cause: error });
  }
}

/** An alias within the value that it refers to, which JSON cannot represent. */
function findCycle(document: Document.Parsed, visit: typeof import('yaml').visit): Alias | undefined {
  const anchors = new Map<string, unknown>();
  let cycle: Alias | undefined;
  visit(document, {
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    // An alias refers to the latest node with its anchor (YAML 1.2 §7.1).
    Alias(_key, alias, ancestors) {
      if (!ancestors.some((ancestor) => ancestor === anchors.get(alias.source))) return undefined;
      cycle = alias;
      return visit.BREAK;
    },
  });
  return cycle;
}

function formatLine(document: Document.Parsed, lines: LineCounter, path: Path): string {
  for (let length = path.length; length > 0; length--) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== undefined) return `:${lines.linePos(offset).line}`;
  }
  return '';
}

function offsetOf(document: Document.Parsed, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items))
    return undefined;
  const item = parent.items.find((each, index) =>
    typeof last === 'number' ? index === last : keyOf(each) === last,
  );
  return rangeOf(typeof last === 'number' ? item : item?.key)?.[0];
}

function keyOf(pair: { key?: { value?: unknown } }): unknown {
  return pair.key?.value;
}

function rangeOf(node: { range?: readonly number[] | null } | undefined): readonly number[] | undefined {
  return node?.range ?? undefined;
}

/** The reason of an error, as a clause after a colon. */
export function formatFileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return REASONS.get(error.code) ?? error.code;
  if (error instanceof RangeError) return NESTED_TOO_DEEPLY;
  return error.message.replace(/\.$/, '');
}

const NESTED_TOO_DEEPLY = 'it is nested too deeply';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'access is not allowed'],
  ['EPERM', 'access is not allowed'],
  ['EROFS', 'it is on a file system that cannot be written to'],
  ['ENOSPC', 'the disk is full'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'it is not text in UTF-8'],
]);
