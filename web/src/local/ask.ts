// The one place that decides who is asked: the rules in this browser, or the server.
import { MODULE, type Module } from './module';
import type { Question } from './protocol';

/** What follows from the rules alone, by method and address. */
const QUESTIONS = [
  /^GET \/api\/games$/,
  /^GET \/api\/games\/\w+\/board$/,
  /^POST \/api\/(explore|objection|setup)$/,
  /^POST \/api\/records\/(read|write)$/,
  /^GET \/api\/puzzles$/,
  /^GET \/api\/puzzles\/\w+\/solution$/,
  /^GET \/api\/puzzles\/(?!today$)\w+$/,
  /^POST \/api\/puzzles\/\w+\/(tries|hint)$/,
];

/** Whether the rules alone answer it. */
export function isQuestion({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  const asked = `${method} ${new URL(url).pathname}`;
  return QUESTIONS.some((question) => question.test(asked));
}

/** Numbers are numbers to the module. */
function value(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

async function questionOf(request: Request): Promise<Question> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: pathname,
    query: Object.fromEntries([...searchParams].map(([name, text]) => [name, value(text)])),
    body: text ? JSON.parse(text) : null,
  };
}

/** Whether a puzzle was solved, which the server notes. */
function isSolved(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'verdict' in body && body.verdict === 'solved';
}

/** The module's answer to a request, as the server would give it; none if there is none. */
async function locally(module: Module, request: Request, server: typeof fetch): Promise<Response | null> {
  const reply = await module.answer(await questionOf(request.clone()));
  if (!reply) return null;
  if (isSolved(reply.body)) void server(request).catch(() => null);
  return Response.json(reply.body, { status: reply.status });
}

/**
 * Asks the module where it is there, otherwise the server; without a server, the module as soon as it is there.
 */
export async function asked(module: Module, server: typeof fetch, request: Request): Promise<Response> {
  if (!module.url || !isQuestion(request)) return server(request);
  if (module.isReady) return (await locally(module, request, server)) ?? server(request);
  try {
    return await server(request.clone());
  } catch (error) {
    const response = await locally(module, request, server);
    if (response) return response;
    throw error;
  }
}

export function ask(request: Request): Promise<Response> {
  return asked(MODULE, fetch, request);
}
