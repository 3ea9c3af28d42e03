// What those hear who walk over a board by keys.
import { say } from '../messages/index.svelte';
import type { Chooser } from './chooser.svelte';
import { siteName } from './names';

/** A place with what stands there, what can be done with it, and what happened there. */
export function placeWords(chooser: Chooser, site: number): string {
  const { geometry, view } = chooser.board;
  const parts = [siteName(geometry, view.scene, site)];
  const chosen = chooser.clicks.find((click) => click.site === site);
  if (chosen) parts.push(chosen.take ? say('site-take', { count: chosen.take }) : say('site-selected'));
  else if (chooser.clicks.length > 0 && chooser.next.has(site)) parts.push(say('site-target'));
  if (view.scene.winning.includes(site)) parts.push(say('site-winning'));
  else if (view.touched.includes(site)) parts.push(say('site-last'));
  return parts.join(', ');
}
