import { Bookmarklet, ShareAddress } from './parts/Bookmarklet.tsx';
import { DocumentTable } from './parts/DocumentTable.tsx';
import { FormatList } from './parts/FormatList.tsx';
import { LinkKinds } from './parts/LinkKinds.tsx';
import { IfContact, Operator, OperatorContact } from './parts/Operator.tsx';
import { AppName, Example, FactValue, FailureTitle, Label } from './parts/small-parts.tsx';
import { CodeBlock, DocumentLink, SectionHeading, SubHeading } from './parts/text-parts.tsx';
import { TakedownForm } from './takedown/TakedownForm.tsx';
import type { DocumentComponents } from './texts.ts';

/** What documents are made of. */
export const documentComponents: DocumentComponents = {
  a: DocumentLink,
  h2: SectionHeading,
  h3: SubHeading,
  table: DocumentTable,
  pre: CodeBlock,
  AppName,
  Bookmarklet,
  Contact: OperatorContact,
  Example,
  Fact: FactValue,
  FailureTitle,
  FormatList,
  IfContact,
  Label,
  LinkKinds,
  Operator,
  ShareAddress,
  TakedownForm,
};
