/** `2026-11-21-pg-boss.md`: the day, and a name to find it by. */
export const DECISION_FILE = /^(\d{4}-\d\d-\d\d)-[a-z\d]+(?:-[a-z\d]+)*\.md$/;

/** The titles of all decisions, the newest day first. Throws where a file has another name or heading than all others. */
export function decisionsIndex(files: readonly { name: string; text: string }[]): string {
  const rows = files.map(({ name, text }) => {
    const [, day] = DECISION_FILE.exec(name) ?? [];
    const [, title, told] = /^# (.+) \((\d{4}-\d\d-\d\d)\)\n/.exec(text) ?? [];
    if (day === undefined || day !== told || title === undefined) {
      throw new Error(`docs/decisions/${name}: a decision is YYYY-MM-DD-name.md, and begins “# Title (YYYY-MM-DD)”.`);
    }
    return { day, line: `- [${title}](${name})` };
  });
  const days = [...new Set(rows.map(({ day }) => day))].toSorted().toReversed();
  const sections = days.map((day) => {
    const lines = rows.filter((row) => row.day === day).map(({ line }) => line);
    return `## ${day}\n\n${lines.toSorted((a, b) => a.localeCompare(b)).join('\n')}`;
  });
  return `# Decisions

What was chosen where there was a choice, why, and what it costs. A decision that no longer holds stays, and says what took its place. Each has a file of its own, named by its day; \`npm run house -- --write\` lists it here.

${sections.join('\n\n')}
`;
}
