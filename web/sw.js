// The page without a network: all that it is made of is kept, version by version. A newer version is fetched beside the one
// in use, and waits until somebody asks for it or the last page of the older one is closed.
// The build fills in the first three: the files of the page, a name that changes with what is in them, and whether pages are
// told apart behind a `#`, so that what other addresses below show is not ours.

const FILES = [];
const VERSION = '';
const IS_SITE = false;

/** Other pages of the same host may keep things, too: ours begin with where we are. */
const PREFIX = `halte ${registration.scope} `;

/** What every address shows. */
const PAGE = './';

addEventListener('install', (event) => event.waitUntil(fetchAll()));
addEventListener('activate', (event) => event.waitUntil(tidy().then(() => clients.claim())));
addEventListener('message', ({ data }) => {
  if (data === 'take over') void skipWaiting();
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(registration.scope)) return;
  const path = url.slice(registration.scope.length).split(/[?#]/)[0];
  // The server answers for itself, and what other sites may frame has headers of its own.
  if (/^(api|embed)(\/|$)/.test(path)) return;
  const isOurs = !IS_SITE || /^(index\.html)?$/.test(path);
  if (mode === 'navigate' && isOurs) event.respondWith(kept(PAGE, event.request));
  else if (/^assets\//.test(path) || FILES.includes(path)) event.respondWith(kept(path, event.request));
});

async function fetchAll() {
  const cache = await caches.open(PREFIX + VERSION);
  // Names of assets change with what is in them; everything else is asked for anew.
  await cache.addAll(
    FILES.map((path) => new Request(path, { cache: path.startsWith('assets/') ? 'default' : 'reload' })),
  );
}

async function ours() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Forgets older versions, unless there are other pages than the one that asked for this one: they may still need theirs. */
async function tidy() {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Another version may be on its way already.
  if (open.length > 1 || registration.installing || registration.waiting) return;
  const others = (await ours()).filter((name) => name !== PREFIX + VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** A file of this version, or of an older one; otherwise from the network. */
async function kept(path, request) {
  for (const name of [PREFIX + VERSION, ...(await ours())]) {
    const found = await (await caches.open(name)).match(path);
    if (found) return found;
  }
  return fetch(request);
}
