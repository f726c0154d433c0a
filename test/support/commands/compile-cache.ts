/** The variables that make the Node and the Go of a started command use the caches of the test run. */
export function compileCache(): { readonly NODE_COMPILE_CACHE?: string; readonly GOCACHE?: string } {
  const { NODE_COMPILE_CACHE, GOCACHE } = process.env;
  return { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(GOCACHE && { GOCACHE }) };
}
