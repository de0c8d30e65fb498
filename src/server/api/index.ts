import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveDownloader, type DownloaderPorts } from './downloader.ts';
import { EVENTS_PATH, serveEvents } from './events.ts';
import { createLinkSigner, VIDEO_PATH } from './links.ts';
import { problem, sendProblem } from './problem.ts';
import { createProgressBook } from './progress.ts';
import { serveVideo, type VideoPorts } from './video.ts';

export type Api = {
  /** Answers any request below /api but for the raw ones. */
  api(request: Request): Promise<Response>;
  /** Takes requests for bytes and events, before the app's own handler; false when it is not one. */
  handleRaw(req: IncomingMessage, res: ServerResponse): boolean;
  /** Ends open event streams. Transfers end with their connections. */
  close(): Promise<void>;
};

export type ApiOptions = {
  engine: DownloaderPorts['engine'];
  transfer: VideoPorts['transfer'];
  apiKey: string;
  /** Signs download links. */
  secret: string;
  log: (message: string) => void;
};

/** The HTTP face of the server. */
export function createApi({ engine, transfer, apiKey, secret, log }: ApiOptions): Api {
  const signer = createLinkSigner(secret);
  const book = createProgressBook();
  const streams = new Set<ServerResponse>();
  const report = (error: unknown) =>
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);

  return {
    async api(request) {
      try {
        return await serveDownloader(request, { engine, transfer, signer, apiKey });
      } catch (error) {
        report(error);
        return problem({ code: 'internal' });
      }
    },
    handleRaw(req, res) {
      const path = req.url?.split('?', 1)[0] ?? '';
      if (path === EVENTS_PATH) {
        streams.add(res);
        res.once('close', () => streams.delete(res));
        serveEvents(req, res, book);
        return true;
      }
      if (!path.startsWith(VIDEO_PATH)) return false;
      serveVideo(req, res, { engine, transfer, signer, book }).catch((error: unknown) => {
        report(error);
        if (res.headersSent) res.destroy();
        else sendProblem(res, { code: 'internal' });
      });
      return true;
    },
    async close() {
      for (const res of streams) res.end();
    },
  };
}
