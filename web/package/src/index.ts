// The rules and the engines for any program: the module that the page has, behind functions. Questions and answers are
// those of the server's interface.
import type { components, operations } from '../../generated/schema';
import { instantiate, type Instance } from '../../src/local/instance';

type Schemas = components['schemas'];

export type GameView = Schemas['GameView'];
export type Geometry = Schemas['Geometry'];
export type LineOfPlay = Schemas['Exploration'];
export type Explored = Schemas['Explored'];
export type Wish = Schemas['Wish'];
export type Objection = Schemas['Objection'];
export type Arrangement = Schemas['Arrangement'];
export type Arranged = Schemas['Arranged'];
export type RecordTree = Schemas['RecordTree'];
export type PuzzleSearch = NonNullable<operations['puzzles_list']['parameters']['query']>;
export type PuzzlePage = Schemas['PuzzlePage'];
export type PuzzleView = Schemas['PuzzleView'];
export type Tried = Schemas['Tried'];
export type PuzzleHint = Schemas['PuzzleHint'];
export type Solution = Schemas['Solution'];
export type NewAnalysis = Exclude<Schemas['NewAnalysis'], { kind: 'table' }>;
export type AnalysisView = Schemas['AnalysisView'];
export type Explanation = Schemas['Explanation'];

/** A request as the server's interface has it, and what is answered. */
export interface Question {
  method: string;
  path: string;
  query: string;
  body: unknown;
}
export interface Reply {
  status: number;
  body: unknown;
}

/** A line of play after which an engine is to move. */
export interface EnginesTurn {
  line: LineOfPlay;
  /** From 1 to 10. */
  level: number;
  /** What makes it play one game differently from the next: the same move for the same seed, everywhere. */
  seed: number;
}

/** Why a question has no answer. The message is in English. */
export class HalteError extends Error {
  override readonly name = 'HalteError';

  constructor(
    /** What is wrong, by its code, with what it names and where. */
    readonly explanation: Explanation,
    /** What HTTP would say: 400 for what makes no sense, 404 for what is not there, 409 for what has no answer. */
    readonly status: number,
  ) {
    super(explanation.message);
  }

  get code(): Explanation['code'] {
    return this.explanation.code;
  }

  get parameters(): NonNullable<Explanation['parameters']> {
    return this.explanation.parameters ?? {};
  }

  /** Where in the question. */
  get at(): string | null {
    return this.explanation.at ?? null;
  }
}

/** Who is told what an analysis has found. */
interface Found {
  tell: (view: AnalysisView) => void;
}

/**
 * The games. Everything is answered at once, on the thread that asks: strong engines think for some seconds, so in a page
 * they belong into a worker.
 */
export class Halte {
  readonly #instance: Instance;
  readonly #found: Found;

  private constructor(instance: Instance, found: Found) {
    this.#instance = instance;
    this.#found = found;
  }

  /** Loads them. */
  static async from(source: Source): Promise<Halte> {
    const found: Found = { tell: () => {} };
    const instance = await instantiate(await compiled(source), (view) => found.tell(view));
    return new Halte(instance, found);
  }

  /** Asks what a server would be asked: a method and an address of its interface. */
  ask(question: Question): Reply {
    return this.#instance.ask(question);
  }

  #get<T>(path: string, query: Record<string, string | number | null | undefined> = {}): T {
    const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
    return answered(this.ask({ method: 'GET', path, query: String(new URLSearchParams(given)), body: null }));
  }

  #post<T>(path: string, body: unknown): T {
    return answered(this.ask({ method: 'POST', path, query: '', body }));
  }

  /** All games, with their authors, variants and the ratings of the engine's levels. */
  games(): GameView[] {
    return this.#get('/api/games');
  }

  /** A game's board: its cells, where they are drawn, its kinds of pieces. */
  board(game: string, variant?: string): Geometry {
    return this.#get(`/api/games/${encodeURIComponent(game)}/board`, { variant });
  }

  /** Where a line of play leads: the position, its legal moves, whose turn it is, what came of the game. */
  explore(line: LineOfPlay): Explored {
    return this.#post('/api/explore', line);
  }

  /** Why a move cannot be played; no reason if it can. */
  objection(wish: Wish): Objection {
    return this.#post('/api/objection', wish);
  }

  /** A position that is set up by hand, and what is wrong with it. */
  setUp(arrangement: Arrangement): Arranged {
    return this.#post('/api/setup', arrangement);
  }

  /** Reads a record; with a game also a position, or moves alone. */
  readRecord(text: string, game?: string): RecordTree {
    return this.#post('/api/records/read', { text, game: game ?? null });
  }

  /** Writes a game down. */
  writeRecord(tree: RecordTree): string {
    return this.#post<{ text: string }>('/api/records/write', tree).text;
  }

  /** The last position of a line of play as a picture, with the author's name. */
  svg(line: LineOfPlay): string {
    return this.#post('/api/pictures', { format: 'svg', line });
  }

  /** What an engine plays; nothing if there is nothing to play. */
  engine(turn: EnginesTurn): string | null {
    return this.#post<{ move: string | null }>('/api/engine', turn).move;
  }

  /** What an engine thinks of a position or of a whole game, for a minute at most; tells on the way what it has found. */
  analyse(wanted: NewAnalysis, onfound: (view: AnalysisView) => void = () => {}): AnalysisView {
    this.#found.tell = onfound;
    return answered(this.#instance.think(wanted));
  }

  /** Puzzles, by game, variant and difficulty. */
  puzzles(search: PuzzleSearch = {}): PuzzlePage {
    return this.#get('/api/puzzles', { ...search });
  }

  puzzle(id: string): PuzzleView {
    return this.#get(this.#puzzle(id));
  }

  /** What came of a try, the last of the moves, and the reply to it. */
  try(id: string, moves: string[]): Tried {
    return this.#post(this.#puzzle(id, '/tries'), { moves });
  }

  /** Moves of which one goes on winning. */
  hint(id: string, moves: string[] = []): PuzzleHint {
    return this.#post(this.#puzzle(id, '/hint'), { moves });
  }

  solution(id: string): Solution {
    return this.#get(this.#puzzle(id, '/solution'));
  }

  #puzzle(id: string, rest = ''): string {
    return `/api/puzzles/${encodeURIComponent(id)}${rest}`;
  }
}

/** What was asked for, if it could be answered. */
function answered<T>({ status, body }: Reply): T {
  if (status === 200) return body as T;
  throw new HalteError((body as Schemas['ErrorBody']).error, status);
}

/** What a module is made from: its address, its bytes, or itself. */
export type Source = URL | string | BufferSource | WebAssembly.Module;

async function compiled(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Some hosts do not know what a module is.
  const isTold = response.headers.get('content-type') === 'application/wasm';
  return isTold ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the rules and the engines, which lie beside this file; or from elsewhere. */
export function load(source: Source = new URL(/* @vite-ignore */ './halte.wasm', import.meta.url)): Promise<Halte> {
  return Halte.from(source);
}
