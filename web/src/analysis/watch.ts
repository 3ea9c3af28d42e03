// An analysis on the server, watched by server-sent events until it is done or somebody has seen enough.
import { answered, api, type AnalysisView, type NewAnalysis } from '../api/client';

/** Has something analysed and tells what was found, again and again. Call what is returned to stop. */
export function watchAnalysis(
  wanted: NewAnalysis,
  onview: (view: AnalysisView) => void,
  onfail: (error: unknown) => void,
): () => void {
  let isOver = false;
  let source: EventSource | null = null;
  let name: string | null = null;

  function stop(): void {
    if (isOver) return;
    isOver = true;
    source?.close();
    // An analysis that nobody watches is stopped by the server as well, only later.
    if (name) void api.DELETE('/api/analyses/{analysis}', { params: { path: { analysis: name } } }).catch(() => null);
  }

  answered(api.POST('/api/analyses', { body: wanted })).then(({ analysis }) => {
    name = analysis;
    if (isOver) {
      isOver = false;
      stop();
      return;
    }
    source = new EventSource(`/api/analyses/${analysis}/events`);
    source.onmessage = (event: MessageEvent<string>) => {
      const view = JSON.parse(event.data) as AnalysisView;
      onview(view);
      if (view.state === 'done' || view.state === 'stopped') source?.close();
    };
    source.onerror = () => source?.close();
  }, onfail);
  return stop;
}
