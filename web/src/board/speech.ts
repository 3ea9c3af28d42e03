// What those hear who walk over a board by keys.
import type { Messages } from '../messages/en';
import type { Chooser } from './chooser.svelte';
import { siteName } from './names';

/** A place with what stands there, what can be done with it, and what happened there. */
export function placeWords(words: Messages, chooser: Chooser, site: number): string {
  const { geometry, view } = chooser.board;
  const parts = [siteName(words, geometry, view.scene, site)];
  const chosen = chooser.clicks.find((click) => click.site === site);
  if (chosen) parts.push(chosen.take ? words.site.take(chosen.take) : words.site.selected);
  else if (chooser.clicks.length > 0 && chooser.next.has(site)) parts.push(words.site.target);
  if (view.scene.winning.includes(site)) parts.push(words.site.winning);
  else if (view.touched.includes(site)) parts.push(words.site.last);
  return parts.join(', ');
}
