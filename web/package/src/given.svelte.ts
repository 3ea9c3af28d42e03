// What the attributes of a `<halte-board>` say: whoever reads it is told when that changes.
import type { Language } from '../../src/messages/index.svelte';

export class Given {
  values: {
    game: string;
    record: string;
    moves: string;
    start: string;
    puzzle: string;
    language: Language;
  } = $state({ game: '', record: '', moves: '', start: '', puzzle: '', language: 'en' });
}
