// Why what was entered on a board cannot be played. Only the server knows; some of it is in what it said already.
import type { Click, Geometry, View } from '../api/client';
import { meant } from '../board/entry';
import { features } from '../board/features';
import { moveName } from '../board/names';
import { failure } from '../messages/failure';
import { words } from '../messages/index.svelte';
import type { Line } from './line.svelte';

/** Whether it is the move that would undo the last one. */
export function isForbidden(view: Pick<View, 'forbidden'> | null, entered: readonly Click[]): boolean {
  const clicks = view?.forbidden?.clicks ?? [];
  return (
    clicks.length > 0 && clicks.length === entered.length && clicks.every(({ site }, at) => site === entered[at]?.site)
  );
}

export async function whyNot(line: Line, geometry: Geometry, entered: readonly Click[]): Promise<string> {
  const { hasStacks, hasLines } = features(geometry);
  const what = moveName(meant(geometry, entered));
  const site = entered.at(-1)?.site ?? 0;
  const isBegun = entered.length === 1;
  if (isForbidden(line.view, entered)) return words().forbidden[line.name] ?? '';
  if (hasStacks && isBegun && line.view?.scene.stacks.some((stack) => stack.site === site)) return words().stuck(what);
  try {
    // Where all moves lead from a place to another, a place alone is not a move; from there to itself is as wrong.
    const reason = await line.objection(meant(geometry, hasLines && isBegun ? [...entered, { site }] : entered));
    return reason ? words().cannot(what, words().told(reason)) : words().nothingHere(what);
  } catch (error) {
    return failure(error);
  }
}
