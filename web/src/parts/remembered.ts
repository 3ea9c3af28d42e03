// What is asked for once.

/** Asks for each thing once; what failed is asked for again. */
export function remembered<K, T>(ask: (what: K) => Promise<T>): (what: K) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (what) => {
    const key = JSON.stringify(what);
    const asked = known.get(key) ?? ask(what);
    asked.catch(() => known.delete(key));
    known.set(key, asked);
    return asked;
  };
}
