import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { type DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule, parse } from 'graphql';
import { createLRUCache, type Plugin, type YogaServerOptions } from 'graphql-yoga';
import { failureExtensions } from './failure-error.ts';

/** Several times what the largest useful questions have: everything there is about a link, or what a list shows of ten links. */
const DOCUMENT_LIMITS = {
  /** Fields within fields; the schema itself ends at five. */
  depth: 8,
  /** Fields asked for under another name: so is the same asked for many times. */
  aliases: 10,
  /** As graphql-armor counts: 2 for an object, 1 for a value, each half as much again per level. */
  cost: 1_000,
  /** Words and signs of the document. */
  tokens: 1_500,
  /** Of the document, comments and all. */
  characters: 16_000,
  /** Documents that are remembered as read and checked: the largest take half a megabyte. */
  remembered: 100,
} as const;

/** Documents that are not too deep, too broad, too dear or too long, and none about the schema unless that may be read. */
export function documentLimits({ introspection }: { introspection: boolean }): Plugin[] {
  const { depth, aliases, cost } = DOCUMENT_LIMITS;
  const options = { propagateOnRejection: false, onReject: [refuseDocument] };
  return [
    shortDocuments(),
    maxDepthPlugin({ n: depth, flattenFragments: true, ...options }),
    maxAliasesPlugin({ n: aliases, ...options }),
    costLimitPlugin({ maxCost: cost, flattenFragments: true, ...options }),
    ...(introspection ? [] : [withoutIntrospection()]),
  ];
}

type Remembered = NonNullable<YogaServerOptions<object, object>['parserAndValidationCache']>;

/** Clients ask the same again and again; who sends what is none may do it each time. */
export function rememberedDocuments(): Remembered {
  const documentCache = createLRUCache<DocumentNode>({ max: DOCUMENT_LIMITS.remembered });
  return { documentCache, errorCache: { get: () => undefined, set: () => {} } };
}

/** Before anything of it is read. */
function shortDocuments(): Plugin {
  const { characters, tokens } = DOCUMENT_LIMITS;
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string, options?: object): DocumentNode => {
        if (source.length > characters) throw tooLarge(`A document has at most ${characters} characters.`);
        try {
          return parse(source, { ...options, maxTokens: tokens });
        } catch (error) {
          // It has no other sign.
          if (error instanceof GraphQLError && error.message.includes(`more that ${tokens} tokens`))
            throw tooLarge(`A document has at most ${tokens} tokens.`);
          throw error;
        }
      });
    },
  };
}

function withoutIntrospection(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) };
}

/** Ends the validation: whatever else is wrong with such a document is not looked for. */
function refuseDocument(_: unknown, { message }: GraphQLError): never {
  throw tooLarge(message.replace(/^Syntax Error: /, ''));
}

function tooLarge(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: failureExtensions({ code: 'request_too_large' }) });
}
