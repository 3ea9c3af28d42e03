// Tables that are kept in this browser: opened, listed and looked at as if a server had them.
import {
  answered,
  api,
  ApiFailure,
  type Outgoing,
  type Standing,
  type Summary,
  type TableEvent,
  type Terms,
} from '../api/client';
import { isPlayer } from '../board/players';
import { keep, kept } from '../parts/kept';
import { MODULE, THINKER, type Module } from './module';
import type { Reply } from './protocol';
import { forget, read, readAll, write, type Kept } from './store';

export { forget };

/** What the module says about a table after something was done there, or when it is looked at. */
export interface Told {
  /** What has happened, to be kept. */
  events: readonly TableEvent[];
  messages: readonly Outgoing[];
  /** When time itself does something, in milliseconds since 1970. */
  deadline: number | null;
  /** What an engine is asked, by a name that changes with the question. */
  question: string | null;
  rematch: Opened | null;
}

/** A table that was opened. */
export interface Opened {
  table: string;
  events: readonly TableEvent[];
}

export function isTold(body: unknown): body is Told {
  return typeof body === 'object' && body !== null && 'messages' in body && 'deadline' in body;
}

function isOpened(body: unknown): body is Opened {
  return typeof body === 'object' && body !== null && 'table' in body && 'events' in body;
}

/** The name of the guest of this browser, where nobody is logged in. */
const GUEST = 'halte-guest';

/** What the module says to something about kept tables. */
export function askModule(module: Module, what: string, body: unknown): Promise<Reply | null> {
  return module.answer({ method: 'POST', path: `/api/kept/${what}`, query: '', body });
}

/** A number that nobody can guess, as large as numbers are exact. */
export function seed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}

function guest(): string {
  const { id: known } = kept(GUEST);
  if (typeof known === 'string') return known;
  const id = `guest:${seed().toString(36)}`;
  keep(GUEST, { id });
  return id;
}

/** Whether a table needs nobody from elsewhere. */
export function isForOne({ rated, seats }: Terms): boolean {
  return !rated && seats.every(({ kind }) => kind !== 'anyone');
}

/** What lists show of a table. */
function summaryOf(
  { table, terms, seats, view, moves, ...snapshot }: Extract<Outgoing, { type: 'snapshot' }>['snapshot'],
  opened: number,
): Summary {
  const [game = '', variant = null] = terms.game.split(' ');
  const [first = null, second = null] = seats;
  const unchanging = { table, game, variant, listed: false, rated: false, first, second, opened_at: opened };
  return { ...unchanging, ...changing({ ...snapshot, turn: view.turn, moves: moves.length }, opened) };
}

/** What changes in it, as things stand at a moment. */
function changing({ stage, turn, moves, ending }: Pick<Standing, 'stage' | 'turn' | 'moves' | 'ending'>, at: number) {
  return {
    state: stage === 'paused' ? ('playing' as const) : stage,
    changed_at: at,
    moves,
    to_move: stage === 'playing' && isPlayer(turn) ? turn : null,
    outcome: ending?.result ?? null,
    ending: ending?.reason ?? null,
  };
}

/** A table after what has happened there now. */
export function after({ events, summary, ...kept }: Kept, { events: now, messages }: Told): Kept {
  const told = messages.find((message) => message.type === 'events');
  const changed = told ? changing(told.standing, now.at(-1)?.at ?? summary.changed_at) : {};
  return { ...kept, events: [...events, ...now], summary: { ...summary, ...changed } };
}

/** A table that was opened, as it is kept. */
export async function keptAs(module: Module, { table, events }: Opened): Promise<Kept | null> {
  const reply = await askModule(module, 'look', { events, now: Date.now() });
  const [message] = isTold(reply?.body) ? reply.body.messages : [];
  const opened = events[0]?.at ?? 0;
  return message?.type === 'snapshot' ? { table, events, summary: summaryOf(message.snapshot, opened) } : null;
}

/** Opens a table, if the module is there. */
export async function open(module: Module, terms: Terms, account: string | null): Promise<Reply | null> {
  const by = account ? { kind: 'account', id: `account:${account.toLowerCase()}`, name: account } : { id: guest() };
  const reply = await askModule(module, 'open', { terms, by: { kind: 'guest', ...by }, now: Date.now(), seed: seed() });
  if (!isOpened(reply?.body)) return reply;
  const opened = await keptAs(module, reply.body);
  if (!opened || !(await write(opened, 0))) return null;
  // What was begun is not thrown away when the browser needs room, if it lets us say so.
  void navigator.storage?.persist?.();
  return { status: 201, body: { table: opened.table } };
}

/** Something else that is asked of a kept table; none if there is no such table, or no module. */
export async function about(module: Module, table: string, what: 'record' | 'hint'): Promise<Reply | null> {
  const found = await read(table);
  return found ? askModule(what === 'hint' ? THINKER : module, what, { events: found.events, now: Date.now() }) : null;
}

/** Has the server keep a finished game, instead of this browser. */
export async function bring(table: string): Promise<void> {
  const record = await about(MODULE, table, 'record');
  if (typeof record?.body !== 'string') throw new ApiFailure(null);
  await answered(api.POST('/api/me/tables', { body: { record: record.body } }));
  await forget(table);
}

/** Those of the kept tables that a list of own tables asks for. */
export async function listed(query: URLSearchParams): Promise<readonly Summary[]> {
  // A page begins where the one before ended.
  if (query.has('after')) return [];
  const [game, state, result] = [query.get('game'), query.get('state'), query.get('result')];
  const all = (await readAll()).map(({ summary }) => summary);
  const isOf = (table: Summary) => !game || table.game === game;
  const isSo = (table: Summary) => (!state || table.state === state) && (!result || table.outcome === result);
  return all.filter((table) => isOf(table) && isSo(table));
}
