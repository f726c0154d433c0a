/**
 * File and line of the code that called a function of the library, such as `users.test.ts:12`.
 * @param callee the function, whose own frame and all above it are omitted.
 */
export function placeOfCall(callee: (...args: never) => unknown): string {
  const target: { stack?: string } = {};
  Error.captureStackTrace(target, callee);
  const [, frame = ''] = target.stack?.split('\n') ?? [];
  const start = Math.max(frame.lastIndexOf('/'), frame.lastIndexOf('\\')) + 1;
  const [file = '', line = ''] = frame.slice(start).split(':');
  return line === '' ? 'library' : `${file}:${line}`;
}
