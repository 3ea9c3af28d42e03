// What is asked for again and again, while somebody looks.

/** How often, in milliseconds. */
const PERIOD = 10_000;

/** Asks now and then again, as long as the page is to be seen; gives what ends it. */
export function repeatedly(ask: () => Promise<void>): () => void {
  const refresh = () => {
    // What could not be had is asked for again soon.
    if (document.visibilityState === 'visible') ask().catch(() => undefined);
  };
  refresh();
  const timer = setInterval(refresh, PERIOD);
  addEventListener('visibilitychange', refresh);
  return () => {
    clearInterval(timer);
    removeEventListener('visibilitychange', refresh);
  };
}
