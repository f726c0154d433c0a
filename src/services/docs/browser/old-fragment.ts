/** Opens the page of the endpoint that the fragment of an older URL names, such as `/docs#get-get` or `/#get-get`. */
export function followOldFragment(): void {
  if (location.hash.length < 2) return;
  const target = document.getElementById(location.hash.slice(1));
  const link = target?.querySelector<HTMLAnchorElement>('a[href^="/docs/endpoints/"]');
  if (target?.matches('.endpoint') && link) location.replace(link.href);
  else if (!target && location.pathname === '/') location.replace(`/docs${location.hash}`);
}
