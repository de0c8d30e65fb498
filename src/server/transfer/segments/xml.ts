import { SaxesParser } from 'saxes';
import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged, TransferError } from '../transfer-error.ts';

/** An element of a document, its name without a namespace's prefix. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** By their names, so that looking for one does not go through the others. */
  readonly children: ReadonlyMap<string, XmlElement[]>;
  /** What stands directly within, between its children too. */
  text: string;
};

/** Larger than an MPD that lists twelve hours of two-second segments once for video and once for sound. */
const MAX_DOCUMENT_LENGTH = 8 * 1024 * 1024;
/** Twenty renditions of 10,000 segments that are each listed. */
const MAX_ELEMENTS = 200_000;
const MAX_DEPTH = 64;
/** An element takes as long as some boxes do. */
const ELEMENT_ENTRIES = 6;
/** Of one element; an MPD has some thirty that can be told. */
const MAX_ATTRIBUTES = 100;
/** As long as the longest address. */
const MAX_ATTRIBUTE_LENGTH = 8192;

/** What is told of a document from its beginning to its end; names without a namespace's prefix. */
type XmlReader = {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  addText(text: string): void;
};

/** The root element of an XML document, with only those elements that are `wanted`. Throws TransferError media_damaged. */
export function readXml(document: string, wanted: ReadonlySet<string>): XmlElement {
  const tree = createTree(wanted);
  parseXml(document, tree);
  return tree.root();
}

/** Reads an XML document. Entities are XML's own five: a document type is refused. Throws TransferError media_damaged. */
export function parseXml(document: string, reader: XmlReader): void {
  if (document.length > MAX_DOCUMENT_LENGTH) throw damaged('a document too long');
  const budget = parseBudget();
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  let depth = 0;
  let attributesOfNext = 0;
  parser.on('error', (error) => {
    throw new TransferError('media_damaged', { cause: error });
  });
  parser.on('doctype', () => {
    throw damaged('a document with a type of its own');
  });
  parser.on('attribute', () => {
    if (++attributesOfNext > MAX_ATTRIBUTES) throw damaged('too many attributes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributesOfNext = 0;
    budget.spend(ELEMENT_ENTRIES);
    if (depth++ === MAX_DEPTH) throw damaged('elements too deep');
    reader.open(localName(name), attributeMap(attributes));
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close(localName(name));
  });
  parser.on('text', (text) => reader.addText(text));
  parser.on('cdata', (text) => reader.addText(text));
  parser.write(document.trimStart()).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

type OpenElement = XmlElement & { readonly children: Map<string, XmlElement[]> };

/** The elements that are open, from the root on; null stands for one that is not wanted, and for all within it. */
function createTree(wanted: ReadonlySet<string>): XmlReader & { root(): XmlElement } {
  const open: (OpenElement | null)[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  return {
    open(name, attributes): void {
      const parent = open.at(-1);
      if (parent === null || !wanted.has(name)) {
        open.push(null);
        return;
      }
      if (++elements > MAX_ELEMENTS) throw damaged('too many elements');
      const element = { name, attributes, children: new Map(), text: '' };
      const siblings = parent?.children.get(name);
      if (siblings) siblings.push(element);
      else if (parent) parent.children.set(name, [element]);
      else root = element;
      open.push(element);
    },
    close(): void {
      open.pop();
    },
    addText(text: string): void {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    root(): XmlElement {
      if (!root) throw damaged('another document than expected');
      return root;
    },
  };
}

function attributeMap(attributes: Record<string, string>): Map<string, string> {
  const entries = Object.entries(attributes);
  if (entries.some(([, value]) => value.length > MAX_ATTRIBUTE_LENGTH)) throw damaged('an attribute too long');
  return new Map(entries);
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.get(name) ?? [];
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.get(name)?.[0];
}
