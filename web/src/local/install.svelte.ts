// The page as an app that needs no network: what it is made of is kept by a service worker (`sw.js`), and a newer version is
// offered when it is there.

/** How often it is asked whether there is a newer version, in milliseconds. */
const PERIOD = 3_600_000;

let waiting = $state.raw<ServiceWorker | null>(null);

/** Whether a newer version is there. */
export function isNewer(): boolean {
  return waiting !== null;
}

/** Has this page shown anew in the newer version. */
export function takeNewer(): void {
  // Another tab may have had it take over already.
  if (waiting?.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
}

/** Has the browser keep the page. */
export async function install(): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
  const look = () => {
    // The first version is nobody's update.
    if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting;
  };
  const follow = () => registration.installing?.addEventListener('statechange', look);
  look();
  follow();
  registration.addEventListener('updatefound', follow);
  setInterval(() => void registration.update().catch(() => undefined), PERIOD);
}
