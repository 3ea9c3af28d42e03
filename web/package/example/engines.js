// A game of Mixtour, engine against engine: node example/engines.js
import { load } from 'halte';

const halte = await load();
const line = { game: 'mixtour 20/1', moves: [] };
const levels = { first: 3, second: 5 };

let explored = halte.explore(line);
while (!explored.outcome) {
  const move = halte.engine({ line, level: levels[explored.player], seed: 1 });
  line.moves.push(move);
  explored = halte.explore(line);
}
const about = halte.games().find(({ about }) => about.name === 'mixtour').about;
console.log(`${about.title} by ${about.authors}`);
console.log(line.moves.join(' '));
console.log(`${line.moves.length} moves, won by the ${explored.outcome} player`);
