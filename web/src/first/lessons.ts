// What the guide of a first game teaches, from games/GAME/first.LANGUAGE.ftl.
import { passages } from '../messages/index.svelte';

export interface Lesson {
  /** By where a move begins; there is a lesson for each move until the guide steps back. */
  stage: string;
  title: string;
  text: string;
  /** Whether groups are shown on the board with it. */
  hasGroups: boolean;
}

/** All lessons of a game, in their order. */
export function lessonsOf(game: string): Lesson[] {
  const beginning = `${game}-lesson-`;
  return passages(beginning).map(({ id, title, parts: [said] }) => ({
    stage: id.slice(beginning.length).replace(/-\d+$/, ''),
    title,
    text: said?.text ?? '',
    hasGroups: said?.kind === 'groups',
  }));
}
