// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';

import type { Explored, View } from '../api/client';
import { Line, type Rules } from './line.svelte';

const view = (moves: readonly string[]): View => ({
  position: moves.join(' '),
  turn: 'first',
  scene: { stacks: [], holdings: [], winning: [] },
  legal: ['a', 'b', 'c'].filter((move) => !moves.includes(move)).map((move) => ({ move, clicks: [] })),
  groups: [],
  touched: [],
  trail: [],
  scored: [],
});

/** A game in which every letter is played once, and whose server answers when it is told to. */
class SlowRules implements Rules {
  readonly questions: { text: string; answer: () => void; fail: () => void }[] = [];

  explored = ({ moves }: { moves: readonly string[] }): Promise<Explored> =>
    new Promise((resolve, reject) => {
      const isLegal = new Set(moves).size === moves.length;
      const found = { cards: [], movers: [], player: 'first' as const, view: view(moves) };
      const fail = () => reject(new Error('no answer'));
      this.questions.push({ text: moves.join(' '), answer: () => (isLegal ? resolve(found) : fail()), fail });
    });

  objection = async () => ({});

  /** Answers all questions, the last one first if need be. */
  async answer(list = this.questions): Promise<void> {
    for (const { answer } of list.splice(0)) answer();
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let ticks = 0; ticks < 10; ticks++) await Promise.resolve();
}

async function begun(): Promise<{ rules: SlowRules; line: Line }> {
  const rules = new SlowRules();
  const line = new Line(rules);
  void line.begin({ game: 'letters long' });
  await rules.answer();
  return { rules, line };
}

describe('a line that is looked at', () => {
  test('a second click that comes too fast plays nothing, and the board goes on', async () => {
    const { rules, line } = await begun();
    void line.play('a');
    // What is seen is still the position before: the same click once more.
    void line.play('a');
    void line.play('b');
    expect(line.isAsking).toBe(true);
    await rules.answer();
    expect([line.moves, line.isAsking, line.failure]).toEqual([['a'], false, null]);
    void line.play('c');
    await rules.answer();
    expect([line.moves, line.view?.position]).toEqual([['a', 'c'], 'a c']);
  });

  test('what is not legal is not played', async () => {
    const { rules, line } = await begun();
    await line.play('z');
    expect([rules.questions.length, line.tree.length]).toEqual([0, 1]);
  });

  test('a late answer is not shown', async () => {
    const { rules, line } = await begun();
    void line.add(['a', 'b'], 0, 'last');
    const [slow] = rules.questions.splice(0);
    void line.look(0);
    await settle();
    slow?.answer();
    await settle();
    expect([line.at, line.view?.position, line.isAsking]).toEqual([0, '', false]);
  });

  test('without an answer one stays where one is, and may ask again', async () => {
    const { rules, line } = await begun();
    const played = line.play('a');
    rules.questions.splice(0).forEach(({ fail }) => fail());
    expect(await played).toBe(false);
    expect([line.at, line.isAsking, line.failure]).toEqual([0, false, new Error('no answer')]);
    void line.play('a');
    await rules.answer();
    expect([line.moves, line.failure]).toEqual([['a'], null]);
  });

  test('another line is shown once it is known, and the same is asked once', async () => {
    const { rules, line } = await begun();
    const turned = line.begin({ game: 'letters short', start: 'x' });
    expect(line.game).toBe('letters long');
    await rules.answer();
    expect([await turned, line.game, line.name, line.start]).toEqual([true, 'letters short', 'letters', 'x']);
    await line.look(0);
    expect(rules.questions).toEqual([]);
  });
});

describe('a line that follows a game', () => {
  const GAME = { game: 'letters' };

  test('the present needs no question, and what was goes back to it', async () => {
    const rules = new SlowRules();
    const line = new Line(rules);
    line.follow(GAME, ['a', 'b'], view(['a', 'b']));
    expect([line.isPresent, line.view?.position, rules.questions.length]).toEqual([true, 'a b', 0]);
    void line.look(1);
    await rules.answer();
    expect([line.isPresent, line.isTrying, line.view?.position]).toEqual([false, false, 'a']);
    // The game goes on: who looks back sees it.
    line.follow(GAME, ['a', 'b', 'c'], view(['a', 'b', 'c']));
    expect([line.isPresent, line.view?.position]).toEqual([true, 'a b c']);
  });

  test('who tries something out stays there, until the game goes back', async () => {
    const rules = new SlowRules();
    const line = new Line(rules);
    line.follow(GAME, ['a'], view(['a']));
    void line.look(line.last, true);
    await rules.answer();
    expect([line.isPresent, line.isTrying]).toEqual([false, true]);
    void line.play('c');
    await rules.answer();
    line.follow(GAME, ['a', 'b'], view(['a', 'b']));
    expect([line.isTrying, line.moves]).toEqual([true, ['a', 'c']]);
    line.follow(GAME, [], view([]));
    expect([line.isPresent, line.moves]).toEqual([true, []]);
  });
});
