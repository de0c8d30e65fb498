import { damaged } from '../transfer-error.ts';

export type TemplateValues = {
  RepresentationID: string;
  Bandwidth: string;
  /** Not there in the address of an initialization. */
  Number?: bigint;
  Time?: bigint;
};

/** A `$` that begins or ends nothing else stays a match of its own, so that it is refused. */
const IDENTIFIER = /\$(?:(RepresentationID|Bandwidth|Number|Time)(?:%0(\d{1,2})d)?\$|\$)?/g;

/**
 * An address from a template (ISO/IEC 23009-1 §5.3.9.4.4): `$Number%05d$` and its like get their values, padded with zeros.
 * Throws TransferError media_damaged for identifiers that there are not.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(IDENTIFIER, (match, name?: keyof TemplateValues, width?: string) => {
    if (match === '$$') return '$';
    const value = name && values[name];
    if (value === undefined) throw damaged('a template with unknown identifiers');
    return `${value}`.padStart(Number(width ?? 1), '0');
  });
}
