// Which page is shown: the browser's own history, and links that do not load everything anew.

let path = $state(location.pathname);

/** The parts of the address, such as `['mixtour', 'rules']`; none at home. */
export function parts(): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decode(part));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows another page. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Whether a click on a link shows a page of ours, for which nothing is loaded. All else is left to the browser. */
export function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return false;
  if (link.origin !== location.origin || link.pathname.startsWith('/api')) return false;
  return link.pathname !== location.pathname || !link.hash;
}

/** Listens to the browser's buttons and to clicks on links, as long as the page is open. */
export function listen(): void {
  addEventListener('popstate', () => (path = location.pathname));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isOurs(link, event)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
