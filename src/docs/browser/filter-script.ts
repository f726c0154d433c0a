/** Leaves those endpoints in view that have every word of the filter, and opens the one that the address names. */
export const filterScript = String.raw`
const filter = document.getElementById('filter');

const applyFilter = () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll('[data-find]')) {
    entry.hidden = !words.every((word) => entry.dataset.find.includes(word));
  }
  for (const group of document.querySelectorAll('[data-group]')) {
    group.hidden = !group.querySelector('[data-find]:not([hidden])');
  }
  const all = document.querySelectorAll('.endpoint').length;
  const found = document.querySelectorAll('.endpoint:not([hidden])').length;
  const outcome = found === 0 ? 'Nothing here is called that.' : found + ' of ' + all + ' endpoints';
  document.getElementById('found').textContent = words.length === 0 ? '' : outcome;
};

const openNamed = () => {
  const named = location.hash && document.getElementById(location.hash.slice(1));
  if (named && named.matches('details')) named.open = true;
  if (named) named.scrollIntoView();
};

filter.addEventListener('input', applyFilter);
addEventListener('hashchange', openNamed);
applyFilter();
openNamed();
`;
