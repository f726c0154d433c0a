/**
 * The path to go on to after sign-in, or the settings when it is none of ours. Only pages that know sessions count:
 * the testing service beside them sends clients wherever they ask to be sent.
 */
export function toReturnPath(asked: string): string {
  // A path that a browser would read as another one, `/settings/../redirect-to` for instance, is not what it says.
  const read = URL.parse(asked, 'http://server');
  const isItself = read !== null && `${read.pathname}${read.search}` === asked;
  return isItself && RETURN.test(asked) ? asked : '/settings/applications';
}

/** Visible ASCII alone, so that no browser reads anything else into it. */
const RETURN = /^\/(?:settings|orgs|login\/oauth\/authorize|login\/device)(?:[/?][!-~]*)?$/;
