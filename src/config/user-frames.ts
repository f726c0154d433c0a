import { fileURLToPath } from 'node:url';

/** A function or a class. */
type Callee = ((...args: never) => unknown) | (abstract new (...args: never) => unknown);

/** The frames of this package between a function of the library and its caller are fewer. */
const MAX_FRAMES = 50;

/**
 * The frames of the code that called this package, as the lines of a stack. Empty when no frame is outside of it, as in the
 * command.
 * @param callee the function that was called, whose own frame and all above it are omitted.
 */
export function userFrames(callee: Callee): string {
  const { stackTraceLimit } = Error;
  const target: { stack?: string } = {};
  try {
    Error.stackTraceLimit = MAX_FRAMES;
    Error.captureStackTrace(target, callee);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  const frames = (target.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !isOwn(line));
  return frames.some((frame) => !/\bnode:/.test(frame)) ? frames.slice(0, stackTraceLimit).join('\n') : '';
}

/** Gives an error these frames, so that test runners show the line of the test. Without frames, the error keeps its own. */
export function showFrames(error: Error, frames: string): void {
  if (frames !== '') error.stack = `${error.name}: ${error.message}\n${frames}`;
}

/** A stack without the frames of this package and of Node. */
export function userStack(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at /.test(line) || !(isOwn(line) || /\bnode:/.test(line)))
    .join('\n');
}

/** File and line of the code that called this package, such as `users.test.ts:12`. */
export function userPlace(callee: Callee): string {
  const [frame = ''] = userFrames(callee).split('\n');
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
