// Which page is shown: the browser's own history, and links that do not load everything anew. A server answers at every
// address; where there are only files, pages are told apart behind a `#`.

/** Whether the page is made for a host that has files and nothing else. */
export const IS_SITE = import.meta.env.MODE === 'site';

/** An address as pages are written down, such as `/mixtour/analysis#table=abc`. */
function written(): string {
  return IS_SITE
    ? location.hash.replace(/^#(?!\/).*|^#/, '') || '/'
    : location.pathname + location.search + location.hash;
}

let address = $state(written());

/** The parts of the address, such as `['mixtour', 'rules']`; none at home. */
export function parts(): string[] {
  const [path = ''] = address.split(/[?#]/);
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

/** What stands behind the `#` of an address. */
export function fragment(): string {
  return address.split('#').slice(1).join('#');
}

/** Where a page is, for links: given the address that it has everywhere. */
export function to(page: string): string {
  return IS_SITE ? `#${page}` : page;
}

/** The whole address of a page, to be given to others. */
export function linkTo(page: string): string {
  return new URL(to(page), location.href).href;
}

/** Changes the address of the page that is shown, and what the browser remembers with it. */
export function rename(page: string, state: unknown = null): void {
  history.replaceState(state, '', to(page));
}

/** Shows another page. */
export function go(page: string, replace = false): void {
  if (replace) history.replaceState(null, '', to(page));
  else history.pushState(null, '', to(page));
  address = written();
  scrollTo(0, 0);
}

/** Whether a click on a link shows a page of ours, for which nothing is loaded. All else is left to the browser. */
export function isOurs(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return false;
  if (IS_SITE) return link.getAttribute('href')?.startsWith('#/') ?? false;
  if (link.origin !== location.origin || link.pathname.startsWith('/api')) return false;
  return link.pathname !== location.pathname || !link.hash;
}

/** Listens to the browser's buttons and to clicks on links, as long as the page is open. */
export function listen(): void {
  addEventListener('popstate', () => (address = written()));
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    // Behind the `#` is what the page shows: a part of it is gone to without being named there.
    const part = /^#(?!\/)(.+)/.exec(link.getAttribute('href') ?? '')?.[1];
    if (part) {
      event.preventDefault();
      document.getElementById(part)?.focus();
    }
    if (!isOurs(link, event)) return;
    event.preventDefault();
    go(IS_SITE ? link.hash.slice(1) : link.pathname + link.search + link.hash);
  });
}
