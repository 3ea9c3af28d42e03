// The engines in the browser's module play as those of the program do: the same moves for the same seed, at every level.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';

import { expect, pseudorandom, test } from './house';
import { Local } from './module';

/** The games and variants that have engines of their own. */
const VARIANTS = ['mobius', 'move', 'fibonacci classic', 'fibonacci cards', 'mixtour 20/1', 'mixtour 25/5'];
/** How many moves of each level are compared: 50 where thinking is quick, and everywhere if `HALTE_MOVES` says so. */
const COUNTS = [50, 50, 50, 50, 50, 25, 10, 5, 3, 2].map((count) => Number(process.env.HALTE_MOVES ?? count));

/** The program, as an engine. */
class Program {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(game: string) {
    const [name = '', variant] = game.split(' ');
    const options = variant === undefined ? [] : ['--variant', variant];
    this.#child = spawn(process.env.HALTE_PROGRAM ?? 'halte', ['ugi', name, ...options]);
    const lines: Interface = createInterface(this.#child.stdout);
    this.#lines = lines[Symbol.asyncIterator]();
  }

  tell(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async hear(start: string): Promise<string> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('the program has ended');
      if (value.startsWith(start)) return value.slice(start.length).split(' ')[0] ?? '';
    }
  }

  close(): void {
    this.#child.kill();
  }
}

for (const game of VARIANTS)
  test(`the module plays ${game} as the program does`, async () => {
    const local = await Local.load();
    const program = new Program(game);
    program.tell('setoption name Hash value 16');
    const random = pseudorandom(game.length);
    for (const [index, count] of COUNTS.entries()) {
      const level = index + 1;
      program.tell(`setoption name Level value ${level}`);
      let moves: string[] = [];
      for (let at = 0; at < count; at++) {
        const explored = () => local.post<{ view: { turn: string }; cards: string[] }>('/api/explore', { game, moves });
        if (explored().view.turn === 'none') moves = [];
        for (let { cards } = explored(); cards.length > 0; { cards } = explored())
          moves.push(cards[random(cards.length)] ?? '');
        const seed = random(1000);
        program.tell(`setoption name Seed value ${seed}`);
        program.tell(`position startpos moves ${moves.join(' ')}`);
        program.tell('go');
        const expected = await program.hear('bestmove ');
        const { move } = local.post<{ move: string }>('/api/engine', { line: { game, moves }, level, seed });
        expect(move, `level ${level}, seed ${seed}, after ${moves.join(' ')}`).toBe(expected);
        moves.push(move);
      }
    }
    program.close();
  });
