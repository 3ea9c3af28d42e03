// Keys that work on a whole page with a line, wherever they are pressed.
import type { Line } from './line.svelte';

/** Walks through a line, goes back to the present, or turns the board round. */
export function walk(event: KeyboardEvent, line: Line, look: (node: number) => void, turn: () => void): void {
  const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const node = line.tree[line.at];
  if (event.key === '[' || event.key === ',') look(node?.parent ?? 0);
  else if (event.key === ']' || event.key === '.') look(node?.children[0] ?? line.at);
  else if (event.key === 'Escape') line.goToPresent();
  else if (event.key === 'f') turn();
}
