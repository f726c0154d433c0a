import { fileURLToPath } from 'node:url';

/**
 * File and line of the code that called a function of the library, such as `users.test.ts:12`.
 * @param callee the function, whose own frame and all above it are omitted.
 */
export function placeOfCall(callee: (...args: never) => unknown): string {
  const target: { stack?: string } = {};
  Error.captureStackTrace(target, callee);
  const [, ...frames] = target.stack?.split('\n') ?? [];
  const frame = frames.find((each) => !isOwn(each)) ?? '';
  const start = Math.max(frame.lastIndexOf('/'), frame.lastIndexOf('\\')) + 1;
  const [file = '', line = ''] = frame.slice(start).split(':');
  return line === '' ? 'library' : `${file}:${line}`;
}

/** Whether a frame is in this package, as those of fixtures are that pass a call on. Its tests are beside its source. */
function isOwn(frame: string): boolean {
  const folder = new URL('..', import.meta.url);
  const isInside = frame.includes(folder.href) || frame.includes(fileURLToPath(folder));
  return isInside && !frame.includes('.test.');
}
