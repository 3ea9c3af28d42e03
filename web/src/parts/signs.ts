// Buttons that are a small drawing alone.
import type { Geometry, View } from '../api/client';
import { seamOf } from '../board/layout';
import { say } from '../messages/index.svelte';
import type { Sight } from '../table/sight.svelte';
import type { IconName } from './Icon.svelte';

export interface Sign {
  icon: IconName;
  name: string;
  /** What is said of it besides. */
  means?: string;
  keys?: string;
  isOff?: boolean;
  isPressed?: boolean;
  /** How much there is of something new. */
  count?: number;
  onclick: (event: MouseEvent) => void;
}

/** How many rows a strip is scrolled at a time. */
const ROWS = 3;

/** How one looks at a board: turned round, along a strip, as the strip it is, with its groups. A strip is turned by hand. */
export function signsOf(sight: Sight, geometry: Geometry, view: View | null): Sign[] {
  const [seam, groups] = [seamOf(geometry), view?.groups ?? []];
  const signs: Sign[] = [
    { icon: 'flip', name: say('flip'), keys: 'f', isOff: sight.isSolid, onclick: () => sight.turn() },
  ];
  if (seam)
    signs.push(
      {
        icon: 'scroll',
        name: say('scroll'),
        isOff: sight.isSolid,
        onclick: () => sight.scrollBy(ROWS * seam.rowHeight),
      },
      { icon: 'strip', name: say('solid'), isPressed: sight.isSolid, onclick: () => (sight.isSolid = !sight.isSolid) },
    );
  if (seam || groups.length > 0)
    signs.push({
      icon: 'groups',
      name: say('groups'),
      isOff: groups.length === 0 || sight.isSolid,
      isPressed: sight.hasGroups,
      onclick: () => (sight.hasGroups = !sight.hasGroups),
    });
  return signs;
}
