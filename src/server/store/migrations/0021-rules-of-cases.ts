/**
 * Each upheld case has its own rows of what it took down, so that a case that is given back takes nothing from another one. Until now the
 * first case alone had the row; whose decision named it besides was noted nowhere.
 */
export const rulesOfCasesSql = `
drop index rules_by_value;
create unique index rules_by_value on rules (kind, coalesce(platform, ''), md5(value), coalesce(case_id::text, ''));
`;
