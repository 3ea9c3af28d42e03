// What a browser keeps for the next visit.

/** What was kept under a name: nothing, if the browser keeps nothing, or something that is not ours. */
export function kept(name: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(name) ?? '{}') };
  } catch {
    return {};
  }
}

/** Keeps it no longer. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Then it was not kept.
  }
}

export function keep(name: string, what: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // Then it holds until the page is closed.
  }
}
