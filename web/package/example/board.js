// A puzzle chosen by a script, and the moves of it as they are shown.
import '../board.js';
import { load } from '../index.js';

const halte = await load();
const [puzzle] = halte.puzzles({ game: 'move', limit: 1 }).puzzles;
const board = document.querySelector('#puzzle');
board.addEventListener('halte-position', ({ detail: { moves, total } }) => {
  document.querySelector('output').textContent = `${moves.length} of ${total}`;
});
board.setAttribute('puzzle', puzzle.puzzle);
