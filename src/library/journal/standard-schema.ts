import { UsageError } from '#config/usage-error.ts';
import type { StandardIssue, StandardSchema } from '#types/index.ts';
import { VerificationError } from '../checks/verification-error.ts';

/**
 * The value that a schema of the Standard Schema returns.
 * @throws VerificationError with every issue.
 * @throws UsageError for an asynchronous schema.
 */
export function checkBySchema<Output>(value: unknown, schema: StandardSchema<Output>): Output {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) {
    // Its rejection is not the error of the test.
    result.catch(() => {});
    throw new UsageError('The schema is asynchronous; use one that checks at once.');
  }
  if (result.issues === undefined) return result.value;
  throw new VerificationError(
    `The body does not match the schema:\n${result.issues.map(describeIssue).join('\n')}`,
  );
}

function describeIssue({ path = [], message }: StandardIssue): string {
  const pointer = path.map((part) => `/${String(typeof part === 'object' ? part.key : part)}`).join('');
  return `  ${pointer === '' ? '' : `${pointer}: `}${message}`;
}
