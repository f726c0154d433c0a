import type { KeyReadBack } from './key-view.ts';

/** The address of the builder with the composition of a key; undefined when it is not known. */
export function builderLink(origin: string, lab: string, view: KeyReadBack): string | undefined {
  const target = definedTarget(lab, view) ?? latestTarget(lab, view);
  return target && `${origin}/compose/builder#${target}`;
}

/** The target of the steps of a key, which a definition may have set. */
function definedTarget(lab: string, { key, stepDirectives, after, by }: KeyReadBack): string | undefined {
  if (!stepDirectives) return undefined;
  const [first = '', ...others] = stepDirectives;
  const settings = [
    ...(after === undefined || after === 'last' ? [] : [`after=${after}`]),
    ...(by === undefined || by === 'key' ? [] : [`by=${encodeURIComponent(by)}`]),
  ];
  const steps = [[...settings, first].filter(Boolean).join('/'), ...others].map(
    (step) => step || 'status=200',
  );
  return `/${lab}/${key}/${steps.join('/then/')}/end`;
}

/** The target of the latest request, without the prefix of a bin. Each request may have directives of its own. */
function latestTarget(lab: string, { attempts }: KeyReadBack): string | undefined {
  const target = attempts.at(-1)?.target ?? '';
  const start = target.indexOf(`/${lab}/`);
  return start < 0 ? undefined : target.slice(start);
}
