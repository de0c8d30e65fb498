import type { ReferenceOperation } from '#/model/api-reference.ts';

/** What an example stands in for the reader's own. */
const KEY = 'cf_YOUR_KEY';

/** In the order in which they are offered. */
export const EXAMPLE_LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
export type ExampleCode = { language: (typeof EXAMPLE_LANGUAGES)[number]; code: string };

/** How an operation is called, in each language that the reference has examples of. */
export function exampleCode(operation: ReferenceOperation, origin: string): ExampleCode[] {
  const call = callOf(operation, origin);
  return [
    { language: 'curl', code: curl(call) },
    { language: 'JavaScript', code: javascript(call) },
    { language: 'Python', code: python(call) },
  ];
}

type ExampleCall = { method: string; url: string; headers: [string, string][]; body: string | null; answers: Answers };
/** What is done with what comes back. */
type Answers = 'json' | 'text' | 'lines' | 'bytes' | 'nothing';

function callOf(
  { method, path, credential, parameters, body, answers }: ReferenceOperation,
  origin: string,
): ExampleCall {
  const examples = new Map(parameters.map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURI(examples.get(name) ?? ''));
  const query = parameters.flatMap(({ name, in: place, example }): [string, string][] =>
    place === 'query' && example !== null ? [[name, example]] : [],
  );
  const needsKey = credential === 'key' || credential === 'key-or-visitor';
  return {
    method,
    url: origin + filled + (query.length > 0 ? `?${new URLSearchParams(query)}` : ''),
    headers: [
      ...(needsKey ? [['api-key', KEY] as [string, string]] : []),
      ...(body ? [['content-type', 'application/json'] as [string, string]] : []),
    ],
    body: body?.example ?? null,
    answers: whatComes(answers[0]),
  };
}

const BY_TYPE: Record<string, Answers> = {
  'application/json': 'json',
  'text/plain': 'text',
  'text/event-stream': 'lines',
  '*/*': 'bytes',
};

function whatComes(answer: ReferenceOperation['answers'][number] | undefined): Answers {
  return BY_TYPE[answer?.contentType ?? ''] ?? 'nothing';
}

function curl({ method, url, headers, body, answers }: ExampleCall): string {
  return [
    `curl${method === 'GET' || (method === 'POST' && body !== null) ? '' : ` -X ${method}`}${CURL_OPTIONS[answers]} '${url}'`,
    ...headers.map(([name, value]) => `  -H '${name}: ${value}'`),
    ...(body === null ? [] : [`  -d '${inShell(body)}'`]),
  ].join(' \\\n');
}

const CURL_OPTIONS: Record<Answers, string> = { json: '', text: '', lines: ' -N', bytes: ' -OJ', nothing: '' };

function inShell(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

function javascript({ method, url, headers, body, answers }: ExampleCall): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0
      ? [`  headers: { ${headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')} },`]
      : []),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
  ];
  const call = options.length > 0 ? `fetch('${url}', {\n${options.join('\n')}\n})` : `fetch('${url}')`;
  return [
    ...(answers === 'bytes' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    `const answer = await ${call};`,
    'if (!answer.ok) throw new Error((await answer.json()).code);',
    ...JAVASCRIPT[answers],
  ].join('\n');
}

const JAVASCRIPT: Record<Answers, readonly string[]> = {
  json: ['console.log(await answer.json());'],
  text: ['console.log(await answer.text());'],
  lines: ['for await (const part of answer.body.pipeThrough(new TextDecoderStream())) console.log(part);'],
  bytes: ["await writeFile('file', answer.body);"],
  nothing: [],
};

function python({ method, url, headers, body, answers }: ExampleCall): string {
  const named = [
    `"${url}"`,
    ...(headers.length > 0 ? [`headers={${headers.map(([name, value]) => `"${name}": "${value}"`).join(', ')}}`] : []),
    ...(body === null ? [] : [`json=${indented(inPython(body), '    ')}`]),
    ...(answers === 'lines' || answers === 'bytes' ? ['stream=True'] : []),
  ];
  return [
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n${named.map((argument) => `    ${argument},`).join('\n')}\n)`,
    'answer.raise_for_status()',
    ...PYTHON[answers],
  ].join('\n');
}

const PYTHON: Record<Answers, readonly string[]> = {
  json: ['print(answer.json())'],
  text: ['print(answer.text)'],
  lines: ['for line in answer.iter_lines():', '    print(line)'],
  bytes: [
    'with open("file", "wb") as file:',
    '    for part in answer.iter_content(65536):',
    '        file.write(part)',
  ],
  nothing: [],
};

/** JSON as Python writes it: strings are the same in both. */
function inPython(json: string): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}

function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`);
}
