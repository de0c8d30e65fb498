import { writeSync } from 'node:fs';
import { openStore } from './store.ts';

/**
 * Another process, for tests: `insert <folder> <label>` inserts for ever and tells each number that was acknowledged;
 * `publish <url> <label> <count>` publishes that many events one by one.
 */
const [, , task, place = '', label = '', count = '0'] = process.argv;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

if (task === 'insert') {
  const store = await openStore({ folder: place, log });
  await store.query('create table if not exists written (label text, n integer, filler text)');
  for (let n = 0; ; n++) {
    await store.query('insert into written values ($1, $2, $3)', [label, n, 'x'.repeat(n % 3_000)]);
    writeSync(1, `${n}\n`);
  }
} else {
  const store = await openStore({ url: place, folder: '', log });
  const sent: Promise<boolean>[] = [];
  for (let n = 0; n < Number(count); n++) {
    sent.push(store.publish([{ type: 'counted', label, n }]));
    if (n % 50 === 0) await sent.at(-1);
  }
  if ((await Promise.all(sent)).includes(false)) process.exitCode = 1;
  await store.close();
}
