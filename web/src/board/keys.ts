// Keys on a board: arrows walk, Enter chooses, numbers take so many, Escape lets go.
import type { Chooser } from './chooser.svelte';
import type { Drawing } from './pointer.svelte';
import { DIRECTIONS, step } from './steps';

/** Does what a key means; tells whether it means anything. */
function obeyed(key: string, chooser: Chooser, { svg, drawn }: Drawing): boolean {
  const direction = DIRECTIONS[key];
  if (direction) focus(step(drawn.centres, chooser.focused, direction), chooser, svg);
  else if (key === 'Enter' || key === ' ') chooser.choose(chooser.focused);
  else if (key === 'Escape' && chooser.clicks.length > 0) chooser.letGo();
  else if (/^[1-9]$/.test(key)) chooser.choose(chooser.focused, Number(key));
  else return false;
  return true;
}

export function keyed(event: KeyboardEvent, chooser: Chooser, drawing: Drawing): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !obeyed(event.key, chooser, drawing)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keys in the tray lead back to the stack: with so many pieces, or with nothing chosen. */
export function trayKeyed(event: KeyboardEvent, take: number, chooser: Chooser, { svg }: Drawing): void {
  const site = chooser.last?.site;
  if (!['Enter', ' ', 'Escape'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') chooser.letGo();
  else chooser.takeOnly(take);
  focus(site, chooser, svg);
}

function focus(site: number | undefined, chooser: Chooser, svg: SVGSVGElement | undefined): void {
  if (site === undefined) return;
  chooser.focused = site;
  svg?.querySelector<SVGGElement>(`[data-site="${site}"]`)?.focus();
}
