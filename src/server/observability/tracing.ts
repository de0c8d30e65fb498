import { requestContext } from './request-context.ts';

export type SpanFacts = Record<string, string | number | boolean>;

/** A step of a request as it runs. */
type Step = { tell(facts: SpanFacts): void };

/** Runs a step of what is traced at the moment; without traces, just runs it. */
export type Trace = <T>(name: string, facts: SpanFacts, work: (step: Step) => Promise<T>) => Promise<T>;

export type Tracing = {
  trace: Trace;
  /** Begins the trace of a request, which later steps belong to. */
  beginRequest(requestId: string, facts: SpanFacts): RequestTrace;
  /** Sends what is left. */
  close(): Promise<void>;
};

type RequestTrace = Step & {
  /** Makes the steps that this callback, and all that follows from it, begins steps of the request. */
  enter(): void;
  end(): void;
};

const NO_STEP: Step = { tell() {} };

export const untraced: Trace = (_name, _facts, work) => work(NO_STEP);

/** Traces go to an OTLP endpoint, by HTTP; without one there are none, and nothing of OpenTelemetry is loaded. */
export async function openTracing(endpoint: string | undefined): Promise<Tracing> {
  if (endpoint !== undefined) {
    const { createOtlpTracing } = await import('./otlp-tracing.ts');
    return createOtlpTracing(endpoint);
  }
  return {
    trace: untraced,
    beginRequest: (requestId) => ({ ...NO_STEP, enter: () => requestContext.enterWith({ requestId }), end() {} }),
    async close() {},
  };
}
