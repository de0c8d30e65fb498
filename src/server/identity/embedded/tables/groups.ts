import type { Store } from '#/server/store/store.ts';

export type Group = {
  name: string;
  description: string | null;
  precedence: number | null;
  createdAt: Date;
  modifiedAt: Date;
};

export type GroupRepository = {
  /** False: there is one of that name. */
  create(group: Pick<Group, 'name' | 'description' | 'precedence'>): Promise<boolean>;
  get(name: string): Promise<Group | null>;
  /** All of them, by name. */
  list(): Promise<Group[]>;
  of(sub: string): Promise<Group[]>;
  remove(name: string): Promise<void>;
  addMember(name: string, sub: string): Promise<void>;
  removeMember(name: string, sub: string): Promise<void>;
};

const COLUMNS = 'name, description, precedence, created_at as "createdAt", modified_at as "modifiedAt"';

/** Groups and who is in them. Rejects with StoreError, also where a group or user is unknown. */
export function createGroupRepository({ query }: Pick<Store, 'query'>, now: () => number): GroupRepository {
  return {
    async create({ name, description, precedence }) {
      const made = await query(
        `insert into identity_groups (name, description, precedence, created_at, modified_at)
         values ($1, $2, $3, $4, $4) on conflict do nothing returning name`,
        [name, description, precedence, new Date(now())],
      );
      return made.length > 0;
    },
    async get(name) {
      const [group] = await query<Group>(`select ${COLUMNS} from identity_groups where name = $1`, [name]);
      return group ?? null;
    },
    list: () => query<Group>(`select ${COLUMNS} from identity_groups order by name`),
    of: (sub) =>
      query<Group>(
        `select ${COLUMNS} from identity_groups join identity_members on group_name = name where sub = $1 order by name`,
        [sub],
      ),
    async remove(name) {
      await query('delete from identity_groups where name = $1', [name]);
    },
    async addMember(name, sub) {
      await query('insert into identity_members (group_name, sub) values ($1, $2) on conflict do nothing', [name, sub]);
    },
    async removeMember(name, sub) {
      await query('delete from identity_members where group_name = $1 and sub = $2', [name, sub]);
    },
  };
}
