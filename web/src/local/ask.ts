// The one place that decides who is asked: the rules in this browser, or the server.
import type { Summary } from '../api/client';
import { MODULE, type Module } from './module';
import type { Question, Reply } from './protocol';
import { IS_SITE } from '../router.svelte';
import { server } from './reach.svelte';

/** What follows from the rules alone, by method and address. Of pictures only what is made of shapes does. */
const QUESTIONS = [
  /^GET \/api\/games$/,
  /^GET \/api\/games\/\w+\/board$/,
  /^POST \/api\/(explore|objection|setup|pictures)$/,
  /^POST \/api\/records\/(read|write)$/,
  /^GET \/api\/puzzles$/,
  /^GET \/api\/puzzles\/\w+\/solution$/,
  /^GET \/api\/puzzles\/\w+$/,
  /^POST \/api\/puzzles\/\w+\/(tries|hint)$/,
];

/** Whether the rules alone answer it. */
export function isQuestion({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const asked = `${method} ${new URL(url).pathname}`;
  return QUESTIONS.some((question) => question.test(asked));
}

/** Of which table kept here something is asked, and what. */
const OF_KEPT = /^(?:GET|POST) \/api\/tables\/(local-\w+)\/(record|hint)$/;

/** What has to do with tables that are kept here; none if only a server can answer it. */
async function ofKept(module: Module, request: Request, server: typeof fetch): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const asked = `${request.method} ${pathname}`;
  const [isOpened, isMine] = [asked === 'POST /api/tables', asked === 'GET /api/me/tables'];
  const [, table, what] = OF_KEPT.exec(asked) ?? [];
  if (!isOpened && !isMine && !table) return null;
  const tables = await import('./tables');
  if (isOpened) {
    const { terms } = await request.clone().json();
    if (!terms || !tables.isForOne(terms) || !(await module.wake())) return null;
    const { loggedIn } = await import('../session.svelte');
    // A browser that keeps nothing leaves it to the server.
    return respond(await tables.open(module, terms, loggedIn()?.name ?? null).catch(() => null));
  }
  if (isMine) return merged(await tables.listed(searchParams).catch(() => []), server, request);
  if (what === 'record' || what === 'hint') return respond(await tables.about(module, table ?? '', what));
  return null;
}

/** An answer; none if there is none. */
function respond(reply: Reply | null, kind = 'text/plain'): Response | null {
  if (!reply) return null;
  const { status, body } = reply;
  if (typeof body !== 'string') return Response.json(body, { status });
  return new Response(body, { status, headers: { 'content-type': kind } });
}

/**
 * Own tables that are kept here, and those that the server has, the last changed first. Without it there are those here, if
 * there are any: that there is none at all nobody knows then.
 */
async function merged(kept: readonly Summary[], server: typeof fetch, request: Request): Promise<Response> {
  if (kept.length === 0 && !IS_SITE) return server(request);
  const response = await server(request).catch(() => null);
  const page: { tables: Summary[] } = response?.ok ? await response.json() : { tables: [] };
  const tables = [...page.tables, ...kept].sort((one, other) => other.changed_at - one.changed_at);
  return Response.json({ ...page, tables });
}

async function questionOf(request: Request): Promise<Question> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    body: text ? JSON.parse(text) : null,
  };
}

/** Whether pixels are wanted, which the module does not draw. */
function isOfPixels({ path, body }: Question): boolean {
  return (
    path === '/api/pictures' && typeof body === 'object' && body !== null && 'format' in body && body.format !== 'svg'
  );
}

/** The module's answer to a request, as the server would give it; none if there is none. */
async function locally(module: Module, request: Request): Promise<Response | null> {
  const question = await questionOf(request.clone());
  if (isOfPixels(question)) return null;
  const reply = await module.answer(question);
  if (!reply) return null;
  // Texts among the answers are pictures.
  return respond(reply, 'image/svg+xml');
}

/**
 * Asks the module where it is there, otherwise the server; without a server, the module as soon as it is there.
 */
export async function asked(module: Module, server: typeof fetch, request: Request): Promise<Response> {
  if (!module.url) return server(request);
  if (!isQuestion(request)) return (await ofKept(module, request, server)) ?? server(request);
  if (module.isReady) return (await locally(module, request)) ?? server(request);
  try {
    return await server(request.clone());
  } catch (error) {
    const response = await locally(module, request);
    if (response) return response;
    throw error;
  }
}

export function ask(request: Request): Promise<Response> {
  return asked(MODULE, server, request);
}
