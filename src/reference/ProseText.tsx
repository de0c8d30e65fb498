import { CodeInText } from '#/site/components/CodeInText.tsx';

/** Names of headers, types and paths, which all languages have as they are. */
const NAMES =
  /(\b(?:api-key|authorization|Api-Key|RateLimit|Retry-After|Idempotency-Key|ETag|If-None-Match|Range)\b|application\/problem\+json|\/api\/[a-z]+\/?)/;

/** A sentence in which what a program sends or reads stands in the letters of code, and whole. */
export function ProseText({ text }: { text: string }) {
  return <CodeInText text={text} names={NAMES} />;
}
