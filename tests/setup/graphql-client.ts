/** As deep as each question. */
type Parsed = ReturnType<typeof JSON.parse>;

/** What GraphQL answers, with the codes of its errors. */
export type GraphqlAnswer = {
  status: number;
  headers: Headers;
  data: Parsed;
  errors: { message: string; path?: string[]; extensions: { code: string; retryAfterS?: number; platform?: string } }[];
  codes: string[];
  text: string;
};

export type GraphqlClient = {
  key: string;
  /** A body as it is. */
  send: (body: string, headers?: Record<string, string>) => Promise<GraphqlAnswer>;
  ask: (query: string, variables?: object, headers?: Record<string, string>) => Promise<GraphqlAnswer>;
  subscribe: (query: string, variables: object) => Promise<Subscription>;
};

/** What a subscription is told, by the distinct connections mode of the GraphQL over SSE protocol. */
export type Subscription = {
  status: number;
  headers: Headers;
  seen: Parsed[];
  isComplete: () => boolean;
  leave: () => void;
};

/** Speaks GraphQL with a site as a program does that has nothing but `fetch`. */
export function graphqlClient(origin: string, key: string): GraphqlClient {
  const post = (body: string, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${origin}/api/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body,
      signal: signal ?? null,
    });
  const send: GraphqlClient['send'] = async (body, headers = {}) => {
    const response = await post(body, headers);
    const text = await response.text();
    const { data, errors = [] } = JSON.parse(text) as Pick<GraphqlAnswer, 'data' | 'errors'>;
    const codes = errors.map(({ extensions }) => extensions.code);
    return { status: response.status, headers: response.headers, text, data, errors, codes };
  };
  return {
    key,
    send,
    ask: (query, variables = {}, headers = {}) => send(JSON.stringify({ query, variables }), headers),
    async subscribe(query, variables) {
      const leaving = new AbortController();
      const headers = { accept: 'text/event-stream' };
      const response = await post(JSON.stringify({ query, variables }), headers, leaving.signal);
      const seen: Subscription['seen'] = [];
      let isComplete = false;
      const reading = readFrames(response, (event, data) => {
        if (event === 'next') seen.push(JSON.parse(data));
        if (event === 'complete') isComplete = true;
      });
      // Whoever leaves breaks the connection.
      reading.catch(() => {});
      return {
        status: response.status,
        headers: response.headers,
        seen,
        isComplete: () => isComplete,
        leave: () => leaving.abort(),
      };
    },
  };
}

async function readFrames({ body }: Response, read: (event: string, data: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, event] = /^event: ?(.*)$/m.exec(frame) ?? [];
      if (event !== undefined) read(event, /^data: ?(.*)$/m.exec(frame)?.[1] ?? '');
    }
  }
}
