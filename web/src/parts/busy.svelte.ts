// Something that the server is asked for: as long as it takes, nothing else is, and it is said if it fails.
import { failure } from '../messages/failure';

export class Busy {
  isBusy = $state(false);
  /** Why the last thing did not work. */
  notice = $state('');

  async run(task: () => Promise<void>): Promise<void> {
    [this.isBusy, this.notice] = [true, ''];
    try {
      await task();
    } catch (error) {
      this.notice = failure(error);
    } finally {
      this.isBusy = false;
    }
  }
}
