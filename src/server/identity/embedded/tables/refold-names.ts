import { isAway, StoreError } from '#/server/store/store-error.ts';
import type { Store } from '#/server/store/store.ts';
import { foldName } from './fold-name.ts';

type Folded = { sub: string; username: string; foldedName: string | null; emailAlias: string | null };

/**
 * Folds anew what an older version, or the database itself, has folded in another way: names with letters that are not of English. Done at
 * each start; mostly there are none. A name that is another's by now stays as it was, and is told to the operator. Rejects with StoreError.
 */
export async function refoldNames({ query }: Pick<Store, 'query'>, log: (line: string) => void): Promise<void> {
  const users = await query<Folded>(
    `select sub, username, folded_name as "foldedName", email_alias as "emailAlias" from identity_users
     where folded_name is null or username ~ '[^ -~]' or email_alias ~ '[^ -~]' order by created_at, sub`,
  );
  for (const { sub, username, foldedName, emailAlias } of users) {
    const [name, alias] = [foldName(username), emailAlias && foldName(emailAlias)];
    if (name === foldedName && alias === emailAlias) continue;
    try {
      await query('update identity_users set folded_name = $2, email_alias = $3 where sub = $1', [sub, name, alias]);
    } catch (error) {
      if (!(error instanceof StoreError) || isAway(error)) throw error;
      log(`User ${sub} has the name of another but for capitals, and cannot be found by it.`);
    }
  }
}
