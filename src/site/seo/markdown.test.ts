import { expect, test } from 'vitest';
import { markdownOf } from './markdown.ts';

const ORIGIN = 'https://site.example';

test.each([
  [
    'headings, without the links to themselves',
    '<div><h2 id="a">What</h2><a href="#a"><span aria-hidden="true">#</span></a></div><p>Text.</p>',
    '## What\n\nText.\n',
  ],
  [
    'links, with the site’s address',
    '<p>See <a href="/fr/faq">the FAQ</a>, or <a href="mailto:a@b.example">write</a>.</p>',
    'See [the FAQ](https://site.example/fr/faq), or [write](mailto:a@b.example).\n',
  ],
  [
    'marks, and what is written as a sign',
    '<p><strong>1 &lt; 2</strong> &amp; <em>it&#x27;s</em> <code>a b</code></p>',
    "**1 < 2** & *it's* `a b`\n",
  ],
  [
    'lists, one in another',
    '<ul><li>One</li><li><p>Two</p><ol><li>a</li><li>b</li></ol></li></ul>',
    '- One\n- Two\n  1. a\n  2. b\n',
  ],
  [
    'tables',
    '<table><thead><tr><th>A</th><th>B|C</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '| A | B\\|C |\n| --- | --- |\n| 1 | 2 |\n',
  ],
  [
    'cells of several rows, in each of them',
    '<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody><tr><th rowSpan="3">Video</th><td>MP4</td><td rowSpan="2">VP9</td></tr><tr><td>WebM</td></tr><tr><td>MKV</td><td>AV1</td></tr></tbody><tbody><tr><th rowSpan="1">Sound</th><td>M4A</td><td>AAC</td></tr></tbody></table>',
    '| A | B | C |\n| --- | --- | --- |\n| Video | MP4 | VP9 |\n| Video | WebM | VP9 |\n| Video | MKV | AV1 |\n| Sound | M4A | AAC |\n',
  ],
  ['code as it is', '<pre><code>if (a) {\n  b;\n}\n</code></pre>', '```\nif (a) {\n  b;\n}\n```\n'],
  [
    'facts by their names',
    '<dl><div><dt>Operator</dt><dd>Ferry</dd></div><div><dt>Email</dt><dd><a href="mailto:a@b.example">a@b.example</a></dd></div></dl>',
    '- **Operator**: Ferry\n- **Email**: [a@b.example](mailto:a@b.example)\n',
  ],
  [
    'what is there to be copied, as it is',
    '<ol><li><p>Copy:</p><div><input readOnly="" value="https://a.example/?a=1&amp;u="/><button>Copy</button></div></li><li>Go.</li></ol>',
    '1. Copy:\n  `https://a.example/?a=1&u=`\n2. Go.\n',
  ],
  [
    'no field that is there to be filled in',
    '<p>Search</p><input aria-label="Search" value="a"/><form><input readOnly="" value="b"/></form><p>After</p>',
    'Search\n\nAfter\n',
  ],
  [
    'nothing of what React puts between two texts',
    '<p>Kept for <!-- -->1 day<!-- -->, then <a href="/limits">gone</a>.</p>',
    'Kept for 1 day, then [gone](https://site.example/limits).\n',
  ],
  [
    'neither forms nor what is hidden',
    '<p>Before</p><form><label>Name<input name="a"/></label><button>Go</button></form><div hidden=""><p>No</p></div><p>After</p>',
    'Before\n\nAfter\n',
  ],
])('Markdown has %s', (_, html, markdown) => {
  expect(markdownOf(html, ORIGIN)).toBe(markdown);
});
