// Why what was entered on a board cannot be played. Only the server knows; some of it is in what it said already.
import type { Click, Geometry, View } from '../api/client';
import { features } from '../board/features';
import { moveName } from '../board/names';
import { explain, failure } from '../messages/failure';
import { find, say } from '../messages/index.svelte';
import type { Line } from './line.svelte';

/** Whether it is the move that would undo the last one. */
export function isForbidden(view: Pick<View, 'forbidden'> | null, entered: readonly Click[]): boolean {
  const clicks = view?.forbidden?.clicks ?? [];
  return (
    clicks.length > 0 && clicks.length === entered.length && clicks.every(({ site }, at) => site === entered[at]?.site)
  );
}

export async function whyNot(line: Line, geometry: Geometry, entered: readonly Click[]): Promise<string> {
  const { hasStacks } = features(geometry);
  const site = entered.at(-1)?.site ?? 0;
  const what = moveName(geometry, geometry.sites[site]?.name ?? '');
  const isBegun = entered.length === 1;
  if (isForbidden(line.view, entered)) return find(`${line.name}-forbidden`) ?? '';
  if (hasStacks && isBegun && line.view?.scene.stacks.some((stack) => stack.site === site))
    return say('stuck', { name: what });
  try {
    const { move, reason } = await line.objection(entered);
    // Half of a move is called by its place.
    const meant = move && !isBegun ? moveName(geometry, move) : what;
    return reason ? say('cannot', { move: meant, reason: explain(reason) }) : say('nothing-here', { name: meant });
  } catch (error) {
    return failure(error);
  }
}
