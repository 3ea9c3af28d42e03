// An analysis on the server, watched by server-sent events until it is done or somebody has seen enough. The browser
// connects anew by itself; an analysis that is gone, with its server, is begun anew.
import { answered, api, ApiFailure, type AnalysisView, type NewAnalysis } from '../api/client';

/** How long to wait before an analysis is begun anew, in milliseconds. */
const WAIT = 3000;
const BUSY = new Set<ApiFailure['code']>(['too_many_analyses', 'analyses_full']);

/** Has something analysed and tells what was found, again and again. Call what is returned to stop. */
export function watchAnalysis(
  wanted: NewAnalysis,
  onview: (view: AnalysisView) => void,
  onfail: (error: unknown) => void,
): () => void {
  let isOver = false;
  let source: EventSource | null = null;
  let name: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    isOver = true;
    removeEventListener('pagehide', left);
    clearTimeout(timer);
    source?.close();
    // An analysis that nobody watches is stopped by the server as well, only later.
    const params = { path: { analysis: name ?? '' } };
    if (name) void api.DELETE('/api/analyses/{analysis}', { params, keepalive: true }).catch(() => null);
    name = null;
  }

  /** Who loads the page again must not wait for what they have left. */
  function left({ persisted }: PageTransitionEvent): void {
    if (!persisted) stop();
  }

  function begin(): void {
    answered(api.POST('/api/analyses', { body: wanted })).then(
      ({ analysis }) => {
        name = analysis;
        if (isOver) stop();
        else watch(new EventSource(`/api/analyses/${analysis}/events`));
      },
      (error: unknown) => {
        if (isOver) return;
        // The engines have enough to do: that passes.
        const isBusy = error instanceof ApiFailure && BUSY.has(error.code);
        if (!isBusy) onfail(error);
        if (isBusy || source) again();
      },
    );
  }

  function again(): void {
    timer = setTimeout(begin, WAIT);
  }

  function watch(made: EventSource): void {
    source = made;
    made.onmessage = ({ data }: MessageEvent<string>) => {
      const view: AnalysisView = JSON.parse(data);
      onview(view);
      if (view.state === 'done' || view.state === 'stopped') made.close();
    };
    made.onerror = () => {
      if (made.readyState === EventSource.CLOSED && !isOver) again();
    };
  }

  addEventListener('pagehide', left);
  begin();
  return stop;
}
