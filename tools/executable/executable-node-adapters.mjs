/** The built-in adapters that Node runs, by their paths. The build of the executable replaces this module. */
export const nodeAdapters = {};
