// The module, as lines of play know it.
import { halte } from './ask';

export const MODULE = {
  wake: () =>
    halte().then(
      () => true,
      () => false,
    ),
};
