// The guide of a first game: what it teaches, from games/GAME/first.LANGUAGE.ftl, and what it can tell of a game under
// way, from what is said about it elsewhere. There is no rule in here.
import type { Geometry, MoveMade, Player, Scene, Score, View } from '../api/client';
import { touched } from '../board/names';
import { colourOf } from '../board/players';
import type { Outlook } from '../local/outlook';
import { passages } from '../messages/index.svelte';

/** How things go. */
export type Mood = 'winning' | 'losing' | 'better' | 'worse' | 'even';

/** How much the probability of winning must change before it is worth a word. */
const NOTICEABLE = 0.12;

/** How things go for somebody, by what an engine thought a turn ago and thinks now. */
export function mood(before: number | null, now: Pick<Score, 'probability' | 'proven'>): Mood {
  if (now.proven === 'win') return 'winning';
  if (now.proven === 'loss') return 'losing';
  const change = before === null ? 0 : now.probability - before;
  return change > NOTICEABLE ? 'better' : change < -NOTICEABLE ? 'worse' : 'even';
}

/** What the next two turns may bring. */
export type Prospect = 'win' | 'doomed' | 'threat' | 'risk' | 'calm';

/** The share of moves that must lose at once before it is worth a word. */
const RISKY = 0.1;

/** What whoever is to move has to reckon with. It is a threat if most of what could be done does nothing against it. */
export function prospect({ win, looked_at: all, lost, is_all: isAll }: Outlook): Prospect {
  if (win.length > 0) return 'win';
  if (isAll && lost > 0 && lost === all) return 'doomed';
  if (lost * 2 > all) return 'threat';
  return isAll && lost > all * RISKY ? 'risk' : 'calm';
}

export interface Lesson {
  /** By where a move begins; there is a lesson for each turn until the guide steps back. */
  stage: string;
  title: string;
  text: string;
  /** Whether groups are shown on the board with it. */
  hasGroups: boolean;
}

/** All lessons of a game, in their order, in words for a finger or for a mouse. */
export function lessonsOf(game: string, pointer: 'finger' | 'mouse'): Lesson[] {
  const beginning = `${game}-lesson-`;
  return passages(beginning).map(({ id, title, parts }) => ({
    stage: id.slice(beginning.length).replace(/-\d+$/, ''),
    title,
    text: parts.flatMap(({ kind, text }) => (kind === 'text' || kind === pointer ? [text] : [])).join(' '),
    hasGroups: parts.some(({ kind }) => kind === 'groups'),
  }));
}

/** With what a visitor points. */
export function pointer(): 'finger' | 'mouse' {
  return matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse';
}

/** Where the turn began that goes on, or begins now, for a player: after so many moves. */
export function turnStart(moves: readonly Pick<MoveMade, 'by'>[], player: Player): number {
  return moves.findLastIndex(({ by }) => by !== player) + 1;
}

/** How many turns a player has made, by where they began: on cells, or at the edge. The one that goes on is not counted. */
export function turnsMade(
  { sites }: Pick<Geometry, 'sites'>,
  moves: readonly Pick<MoveMade, 'by' | 'move'>[],
  player: Player,
): Readonly<Record<string, number>> {
  const made: Record<string, number> = {};
  for (const [at, { by, move }] of moves.slice(0, turnStart(moves, player)).entries()) {
    if (by !== player || moves[at - 1]?.by === player) continue;
    const stage = sites.some(({ name, kind }) => name === move && kind === 'edge') ? 'edge' : 'cell';
    made[stage] = (made[stage] ?? 0) + 1;
  }
  return made;
}

/** A stack is worth a look from this height on. */
const HIGH = 3;

/** The first of the highest stacks: where it stands, how high it is and whose it is by its top; none if all are low. */
export function highestStack(geometry: Pick<Geometry, 'sites' | 'pieces'>, { stacks }: Pick<Scene, 'stacks'>) {
  const [highest] = stacks.toSorted((one, other) => other.pieces.length - one.pieces.length);
  const top = geometry.pieces[highest?.pieces.at(-1) ?? -1];
  if (!highest || highest.pieces.length < HIGH || !top) return null;
  return { at: geometry.sites[highest.site]?.name ?? '', height: highest.pieces.length, colour: top.colour };
}

/** How many groups a player's pieces form, how large the largest is, and how many of the own bars one of them touches. */
export function groupsOf(
  geometry: Pick<Geometry, 'pieces' | 'players' | 'sites' | 'bars'>,
  { groups, scene }: { groups: View['groups']; scene: Pick<Scene, 'stacks'> },
  player: Player,
) {
  const colours = new Map(scene.stacks.map(({ site, pieces }) => [site, geometry.pieces[pieces.at(-1) ?? -1]?.colour]));
  const own = groups.filter(([site]) => colours.get(site ?? -1) === colourOf(geometry, player));
  const bars = own.map((group) => new Set(group.flatMap((site) => touched(geometry, site))));
  const isOwn = (bar: number) => geometry.bars[bar]?.player === player;
  return {
    groups: own.length,
    largest: Math.max(0, ...own.map((group) => group.length)),
    bars: Math.max(0, ...bars.map((touching) => [...touching].filter(isOwn).length)),
  };
}
