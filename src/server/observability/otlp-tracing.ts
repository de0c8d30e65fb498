import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { app } from '#app.config';
import { requestContext } from './request-context.ts';
import type { SpanFacts, Tracing } from './tracing.ts';

/** Traces of requests and their steps, sent to `<endpoint>/v1/traces`. */
export function createOtlpTracing(endpoint: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': app.name.toLowerCase() }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer(app.name.toLowerCase());
  const within = (parent: Span | undefined) => (parent ? trace.setSpan(context.active(), parent) : context.active());
  const tell = (span: Span) => (facts: SpanFacts) => void span.setAttributes(facts);

  return {
    async trace(name, attributes, work) {
      const outer = requestContext.getStore();
      const span = tracer.startSpan(name, { attributes }, within(outer?.span));
      const inner = { requestId: outer?.requestId ?? '', span };
      try {
        return await requestContext.run(inner, () => work({ tell: tell(span) }));
      } catch (error) {
        // Its text may hold what nobody else shall know.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    beginRequest(requestId, attributes) {
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes });
      return {
        tell: tell(span),
        enter: () => requestContext.enterWith({ requestId, span }),
        end: () => span.end(),
      };
    },
    close: () => provider.shutdown(),
  };
}
