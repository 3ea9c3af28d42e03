// Which page an address shows. The server has the same list, so that other addresses are answered with status 404.

const ALONE = ['archive', 'account', 'settings', 'about'] as const;
const OF_A_GAME = ['rules', 'first', 'puzzles', 'analysis'] as const;
const OF_ITS_OWN = ['table', 'player'] as const;

/** A page by its name, and the game, table, puzzle or player that it is of. */
export interface Shown {
  page: 'home' | 'game' | 'puzzle' | 'missing' | (typeof ALONE | typeof OF_A_GAME | typeof OF_ITS_OWN)[number];
  of: string;
}

/** What only a server knows. */
export const NEEDS_SERVER: ReadonlySet<Shown['page']> = new Set(['account', 'player']);

/** The page at an address, given in its parts. */
export function shown(address: readonly string[], games: readonly string[]): Shown {
  const [first = '', second = '', third = ''] = address;
  const found = (page: Shown['page'] | undefined, of = ''): Shown => ({ page: page ?? 'missing', of });
  if (address.length === 0) return found('home');
  if (!games.includes(first)) {
    if (address.length === 1) return found(ALONE.find((page) => page === first));
    return found(address.length === 2 ? OF_ITS_OWN.find((page) => page === first) : undefined, second);
  }
  if (address.length === 1) return found('game', first);
  if (address.length === 2)
    return found(
      OF_A_GAME.find((page) => page === second),
      first,
    );
  return second === 'puzzles' && address.length === 3 ? found('puzzle', third) : found('missing');
}

/** What other sites show in a frame. */
export interface Framed {
  page: 'table' | 'analysis';
  of: string;
}

/** What an address is for that is shown in a frame of another site; nothing at any other address. */
export function framed(address: readonly string[], games: readonly string[]): Framed | null {
  const [first, ...rest] = address;
  const { page, of } = shown(rest, games);
  return first === 'embed' && (page === 'table' || page === 'analysis') ? { page, of } : null;
}
