/** Which users an administrator asks for. */
export type UserFilter = {
  /** `sub`, `username`, `status` or the name of an attribute. */
  name: string;
  value: string;
  isPrefix: boolean;
};

/** SQL of what is compared, of the users' table `u`. Names that no attribute can have match nobody. */
export function filterColumn(filter: UserFilter | null): string {
  if (filter === null) return `''`;
  if (filter.name === 'sub') return 'u.sub::text';
  if (filter.name === 'username') return 'u.username';
  if (filter.name === 'status') return 'u.status';
  if (!/^[a-z_:.\w-]{1,32}$/.test(filter.name)) return `''`;
  return `(u.attributes ->> '${filter.name}')`;
}

/** For `like`, with everything in the value taken as it is. */
export function likePattern({ value, isPrefix }: UserFilter): string {
  return value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`) + (isPrefix ? '%' : '');
}
