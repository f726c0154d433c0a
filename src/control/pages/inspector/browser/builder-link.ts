import type { KeyReadBack } from '../../../../labs/browser/key-view.ts';

/** The address of the builder with the composition of a key; undefined when it is not known. */
export function builderLink(origin: string, lab: string, view: KeyReadBack): string | undefined {
  const target = lab === 'sequence' ? sequenceTarget(view) : limitTarget(view);
  return target && `${origin}/compose/builder#${target}`;
}

function sequenceTarget({ key, stepDirectives, after, by }: KeyReadBack): string | undefined {
  if (!stepDirectives) return undefined;
  const [first = '', ...others] = stepDirectives;
  const settings = [
    ...(after === undefined || after === 'last' ? [] : [`after=${after}`]),
    ...(by === undefined || by === 'key' ? [] : [`by=${encodeURIComponent(by)}`]),
  ];
  const steps = [[...settings, first].filter(Boolean).join('/'), ...others].map(
    (step) => step || 'status=200',
  );
  return `/sequence/${key}/${steps.join('/then/')}/end`;
}

/** The target of the latest request, without the prefix of a bin. Each request to a rate limit has its own headers. */
function limitTarget({ attempts }: KeyReadBack): string | undefined {
  const target = attempts.at(-1)?.target ?? '';
  const start = target.indexOf('/limit/');
  return start < 0 ? undefined : target.slice(start);
}
