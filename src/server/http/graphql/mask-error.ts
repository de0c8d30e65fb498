import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Failure, FAILURE_CODES } from '#/model/failure.ts';
import { failureExtensions, failureMessage } from './failure-error.ts';

const CODES: ReadonlySet<unknown> = new Set(FAILURE_CODES);

type MaskOptions = {
  /** Logs what nobody expected, and gives what the caller is told. */
  report: (error: unknown) => Failure;
  /** Whether the schema may be read: otherwise a misspelt name is not answered with those that there are. */
  introspection: boolean;
};

/**
 * What a caller is told of an error: a failure as it is; what is wrong with a document, as invalid_request with what was found; of anything
 * else nothing but a code.
 */
export function createErrorMask({ report, introspection }: MaskOptions): (error: unknown) => Error {
  return (error) => {
    if (!(error instanceof GraphQLError)) return masked(report(error));
    const cause = causeOf(error);
    if (!(cause instanceof GraphQLError)) return masked(report(cause), error);
    if (CODES.has(error.extensions['code'])) return error;
    const message = introspection ? error.message : error.message.replace(/ ?Did you mean .*$/s, '');
    const { http } = error.extensions;
    return copy(error, message, {
      ...failureExtensions({ code: 'invalid_request' }),
      ...(http !== undefined && { http }),
    });
  };
}

/** What validation finds comes to its caller by another way than what execution throws. */
export function maskFindings(mask: (error: unknown) => Error): Plugin {
  return {
    onValidate:
      () =>
      ({ result, setResult }) =>
        setResult(result.map(mask) as GraphQLError[]),
  };
}

/** Errors get around others that say where they happened. */
function causeOf(error: GraphQLError): Error {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? causeOf(originalError) : (originalError ?? error);
}

function masked(failure: Failure, error?: GraphQLError): GraphQLError {
  return copy(error, failureMessage(failure), failureExtensions(failure));
}

function copy(error: GraphQLError | undefined, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error ?? {};
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
