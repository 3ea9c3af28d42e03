// Who is asked on a page of anybody: the package's own module, always.
import { load, type Halte } from './index';

let loaded: Promise<Halte> | null = null;

/** The module, loaded once; again if that failed. */
export function halte(): Promise<Halte> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** Answers a request as a server would. */
export async function ask(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [module, text] = [await halte(), await request.text()];
  try {
    const { status, body } = module.ask({
      method: request.method,
      // Where a page has no origin, the address begins with what it has instead.
      path: pathname.slice(pathname.indexOf('/api/')),
      query: search.slice(1),
      body: text ? JSON.parse(text) : null,
    });
    return Response.json(body, { status });
  } catch (error) {
    // One that failed is not asked again.
    loaded = null;
    throw error;
  }
}
