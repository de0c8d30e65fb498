import type { ReferenceOperation } from '#/model/api-reference.ts';

/** What came back, as it is shown: headers a line each, JSON indented. */
export type TriedAnswer = { status: string; headers: string; body: string };

/**
 * Calls an operation of the own server by what stands in a form: `key`, `body`, and each parameter under its place and name
 * (`query waitS`). What is empty is not sent. null: there was no answer.
 */
export async function callOperation(
  { method, path, parameters, body }: ReferenceOperation,
  fields: FormData,
): Promise<TriedAnswer | null> {
  const given = (name: string) => String(fields.get(name) ?? '').trim();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given(`path ${name}`)));
  const named = (place: 'query' | 'header') =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name }): [string, string] => [name, given(`${place} ${name}`)])
      .filter(([, value]) => value !== '');
  const query = new URLSearchParams(named('query'));
  const key = given('key');
  try {
    const headers = new Headers(named('header'));
    if (key !== '') headers.set('api-key', key);
    if (body) headers.set('content-type', 'application/json');
    const url = query.size > 0 ? `${filled}?${query}` : filled;
    // Without the visitor's cookies: what a program would be told.
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      ...(body && { body: given('body') }),
    });
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: indented(await response.text()),
    };
  } catch (error) {
    // Of a network, and of a header that cannot be sent.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
