/**
 * Writes to the console that accounts are set up wrongly: visitors are told to see it there (docs/specification.md 8.31). It says what is
 * wrong, and what an operator sets (docs/configuration.md); nothing of the visitor's.
 * @param what as whoever found it out words it
 */
export function tellWrongSetUp(what: string): void {
  console.error(
    `Accounts are set up wrongly. ${what} They are set by IDENTITY, COGNITO_*, ACCOUNTS and PUBLIC_ORIGIN.`,
  );
}
