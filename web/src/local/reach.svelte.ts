// Whether the server can be reached, as far as the last request tells.
import { IS_SITE } from '../router.svelte';

/** Bad gateway, and gateway timeout. */
const GONE: ReadonlySet<number> = new Set([502, 504]);

let isLost = $state(false);

/** Whether nobody answers where a server should be. */
export function isUnreachable(): boolean {
  return isLost;
}

/** Asks the server, and notes whether it answers. Where there are only files, nobody is asked. */
export const server: typeof fetch = async (input, init) => {
  if (IS_SITE) throw new TypeError('there is no server');
  try {
    const response = await fetch(input, init);
    // What stands before a server that is gone says so.
    if (GONE.has(response.status)) throw new TypeError(response.statusText);
    isLost = false;
    return response;
  } catch (error) {
    const isAborted = error instanceof DOMException;
    if (!isAborted) isLost = true;
    throw error;
  }
};
