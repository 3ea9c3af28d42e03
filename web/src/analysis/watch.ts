// An analysis, watched until it is done or somebody has seen enough: of a position, by the visitor's own processor; of a
// whole game, by the server, whose feed is connected to anew by the browser itself, or by the page where a proxy has no
// server for it; one that is gone is begun anew. Without a server, or without the module, the other one does it.
import { MODULE } from '../local/module';
import { answered, api, ApiFailure, type AnalysisView, type NewAnalysis } from '../api/client';

/** How long to wait before an analysis is begun anew, in milliseconds. */
const WAIT = 3000;
const BUSY = new Set<ApiFailure['code']>(['too_many_analyses', 'analyses_full']);

/** Who looks for it: the visitor's own processor, or the server's. */
export type Worker = 'here' | 'server';

function isView(body: unknown): body is AnalysisView {
  return typeof body === 'object' && body !== null && 'state' in body;
}

/** Has something analysed and tells what was found, again and again, and by whom. Call what is returned to stop. */
export function watchAnalysis(
  wanted: NewAnalysis,
  onview: (view: AnalysisView, by: Worker) => void,
  onfail: (error: unknown) => void,
): () => void {
  let isOver = false;
  let stop = () => {};
  const onServer = (fail = onfail) => (stop = watchOnServer(wanted, (view) => onview(view, 'server'), fail));
  const locally = (otherwise: () => void) => {
    const found = (view: AnalysisView) => onview(view, 'here');
    stop = MODULE.analyse(wanted, found, (reply) => {
      if (reply?.status === 200 && isView(reply.body)) found(reply.body);
      else otherwise();
    });
  };
  const isUnreachable = (error: unknown) => error instanceof ApiFailure && error.explanation === null;
  /** The server cannot do it now. The module can, if it can be had; otherwise the server is asked again. */
  const withoutServer = async (error: unknown) => {
    const isThere = isUnreachable(error) && wanted.kind !== 'table' && (await MODULE.wake());
    if (isOver) return;
    if (!isThere) return onfail(error);
    stop();
    locally(() => onfail(error));
  };
  if (wanted.kind === 'position' && MODULE.isReady) locally(() => onServer());
  else onServer((error) => void withoutServer(error));
  return () => {
    isOver = true;
    stop();
  };
}

/** Has the server analyse something. */
function watchOnServer(
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
    answered(api.POST('/api/analyses', { body: wanted })).then(({ analysis }) => {
      name = analysis;
      if (isOver) stop();
      else watch(analysis);
    }, failed);
  }

  /** Any server goes on with an analysis whose own server is gone. */
  function goOn(analysis: string): void {
    const params = { path: { analysis } };
    answered(api.GET('/api/analyses/{analysis}', { params })).then(
      () => {
        if (!isOver) watch(analysis);
      },
      (error: unknown) => {
        if (isOver) return;
        const isGone = error instanceof ApiFailure && error.code === 'no_such_analysis';
        if (!isGone) return failed(error);
        name = null;
        begin();
      },
    );
  }

  function failed(error: unknown): void {
    if (isOver) return;
    // The engines have enough to do: that passes.
    const isBusy = error instanceof ApiFailure && BUSY.has(error.code);
    if (!isBusy) onfail(error);
    if (isBusy || source) again();
  }

  function again(): void {
    timer = setTimeout(() => (name ? goOn(name) : begin()), WAIT);
  }

  function watch(analysis: string): void {
    const made = new EventSource(`/api/analyses/${analysis}/events`);
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
