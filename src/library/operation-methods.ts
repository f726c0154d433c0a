import type { LibraryMethod } from '#control/operations/declaration/library-method.ts';
import type { Operation } from '#control/operations/declaration/operation.ts';
import { operations } from '#control/operations/index.ts';
import type { OperationMethods } from '../../types/index.ts';
import type { OperationCaller } from './checks/caller.ts';

/** The methods that operations declare. The type is printed from the declarations, whose functions it checks. */
export function createOperationMethods(caller: OperationCaller): OperationMethods;
export function createOperationMethods(caller: OperationCaller): object {
  const members: Record<string, object> = {};
  for (const operation of operations)
    for (const [path, method] of Object.entries(operation.library)) {
      const [name = '', inner] = path.split('.');
      const call = toCall(caller, operation, method);
      members[name] = inner === undefined ? call : { ...members[name], [inner]: call };
    }
  return members;
}

function toCall(caller: OperationCaller, operation: Operation, method: LibraryMethod) {
  const { signature, input, output } = method;
  const toInput = input ?? ((first?: unknown) => (signature.startsWith('()') ? {} : first));
  const toResult = (result: unknown) => {
    if (/\bvoid\b/.test(signature)) return undefined;
    return output ? output(result) : result;
  };
  if (signature.includes('): Promise<'))
    return async (...args: unknown[]) => toResult(await caller.call(operation, toInput(...args)));
  return (...args: unknown[]) => toResult(caller.now(operation, toInput(...args)));
}
