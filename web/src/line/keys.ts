// Keys that work on a whole page with a line, wherever they are pressed.
import type { Line } from './line.svelte';

/** Whether a key is part of a text, of a browser's own shortcut, or has done something already. */
export function isTyping(event: KeyboardEvent): boolean {
  const isText = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return isOther || Boolean(isText);
}

/** Walks through a line, goes back to the present, or turns the board round; other keys are looked up by their letters. */
export function walk(
  event: KeyboardEvent,
  line: Line,
  look: (node: number) => void,
  turn: () => void,
  others: Readonly<Record<string, () => void>> = {},
): void {
  if (isTyping(event)) return;
  const node = line.tree[line.at];
  if (event.key === '[' || event.key === ',') look(node?.parent ?? 0);
  else if (event.key === ']' || event.key === '.') look(node?.children[0] ?? line.at);
  else if (event.key === 'Escape') line.goToPresent();
  else if (event.key === 'f') turn();
  else others[event.key]?.();
}

/** Walks through a line by arrows to the left and to the right, where the board does not use them itself. */
export function walkByArrows(event: KeyboardEvent, line: Line, look: (node: number) => void): void {
  if (isTyping(event) || event.shiftKey || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
  const node = line.tree[line.at];
  const next = event.key === 'ArrowLeft' ? node?.parent : node?.children[0];
  event.preventDefault();
  if (next != null) look(next);
}
