import type { Failure } from '#/model/failure.ts';
import { idOf } from '#/server/store/events/download-events.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { Store } from '#/server/store/store.ts';

/** Streams of this process that end when what they are made of is taken down. */
export type StreamWatch = {
  /** A stream of a media, by the keys of all rules that would hit it (model/rule.ts). */
  ofMedia(keys: readonly string[]): WatchedStream;
  /** A kept file, by the id of its row: it ends, too, when its owner deletes it. */
  ofKept(id: string): WatchedStream;
  close(): void;
};

type WatchedStream = {
  /** Aborts when nothing more of it is to be sent; its reason is the Failure. */
  signal: AbortSignal;
  /** It has ended by itself. */
  end(): void;
};

type Running = { keys: readonly string[]; id: string | null; stop: AbortController };

type Ports = { store: Pick<Store, 'onEvent'>; controls: Pick<LiveControls, 'takenDown' | 'onChange'> };

export function createStreamWatch({ store, controls }: Ports): StreamWatch {
  const running = new Set<Running>();

  function judge({ keys, stop }: Running): void {
    const failure = controls.takenDown(keys);
    if (failure) stop.abort(failure);
  }

  function begin(stream: Running): WatchedStream {
    running.add(stream);
    // Between its being found and now, a rule may have come.
    judge(stream);
    return { signal: stream.stop.signal, end: () => void running.delete(stream) };
  }

  const endings = [
    controls.onChange((what) => {
      if (what === 'rules') for (const stream of running) judge(stream);
    }),
    store.onEvent((event) => {
      const cancelled = idOf(event, 'cancel');
      const failure: Failure = { code: 'file_expired' };
      for (const { id, stop } of running) if (id !== null && id === cancelled) stop.abort(failure);
    }),
  ];
  return {
    ofMedia: (keys) => begin({ keys, id: null, stop: new AbortController() }),
    ofKept: (id) => begin({ keys: [], id, stop: new AbortController() }),
    close() {
      for (const end of endings) end();
    },
  };
}
