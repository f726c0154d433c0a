/** The part of the door that each start of the command loads, for its help and its exit codes: it loads nothing of the suite. */
export { AdapterError } from '../adapter/adapter-error.ts';
export { BUILT_IN_ADAPTERS } from '../adapter/built-in.ts';
export { EXIT } from '../report/outcome.ts';
