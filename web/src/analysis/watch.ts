// An analysis on the server, watched by server-sent events until it is done or somebody has seen enough. The browser
// connects anew by itself; an analysis that is gone, with its server, is begun anew.
import { answered, api, type AnalysisView, type NewAnalysis } from '../api/client';

/** How long to wait before an analysis is begun anew, in milliseconds. */
const WAIT = 3000;

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
    clearTimeout(timer);
    source?.close();
    // An analysis that nobody watches is stopped by the server as well, only later.
    if (name) void api.DELETE('/api/analyses/{analysis}', { params: { path: { analysis: name } } }).catch(() => null);
    name = null;
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
        onfail(error);
        if (source) again();
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

  begin();
  return stop;
}
