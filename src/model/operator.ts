/** Who runs an installation, as its documents tell; null: the operator has not said. */
export type OperatorFacts = {
  name: string | null;
  /** Postal. */
  address: string | null;
  email: string | null;
  /** Where takedown notices go: the agent that is registered for them, with a name and an address of its own. */
  agent: string | null;
  takedownEmail: string | null;
  /** The place whose law and courts the terms name. */
  jurisdiction: string | null;
};

export type OperatorFact = keyof OperatorFacts;

export const NO_OPERATOR: OperatorFacts = {
  name: null,
  address: null,
  email: null,
  agent: null,
  takedownEmail: null,
  jurisdiction: null,
};

/** Settings without which a site is not ready for the public, by the names that operators know them by. */
export const PUBLIC_SETTINGS = [
  'PUBLIC_ORIGIN',
  'SMTP_URL',
  'CANARY_LINKS',
  'SECURITY_CONTACT',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'OPERATOR_AGENT',
  'OPERATOR_TAKEDOWN_EMAIL',
  'OPERATOR_JURISDICTION',
] as const;
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number];
