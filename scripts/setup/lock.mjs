/**
 * What a package-lock.json means, apart from how an npm writes it: one writes addresses, another leaves them out, and each marks in its own
 * way what is a peer.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean } & For} Entry
 * @typedef {{ os?: string | string[], cpu?: string | string[], libc?: string | string[] }} For which systems; all of them, where it does not say
 * @typedef {{ packages?: Record<string, Entry & Record<string, unknown>> }} Lock
 */

const RANGES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Where package.json asks for something other than the lock was made for.
 * @param {Record<string, unknown>} manifest package.json
 * @param {Lock} lock
 * @returns {string[]} a line each
 */
export function outOfStep(manifest, lock) {
  const root = lock.packages?.[''] ?? {};
  return RANGES.flatMap((kind) => {
    const wanted = /** @type {Record<string, string>} */ (manifest[kind] ?? {});
    const locked = /** @type {Record<string, string>} */ (root[kind] ?? {});
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(locked)])].sort();
    return names
      .filter((name) => wanted[name] !== locked[name])
      .map((name) => `${name}: ${wanted[name] ?? 'nothing'} in package.json, ${locked[name] ?? 'nothing'} in the lock`);
  });
}

/**
 * Where what is installed differs from the lock in a package's place, version or content. What is optional may be absent
 * where it is for another system; npm leaves it out, too, when it could not be fetched.
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed what npm writes of its work, node_modules/.package-lock.json
 * @param {Required<For>} [here] this system
 * @returns {string[]} a line each
 */
export function unlikeLock(lock, installed, here = thisSystem()) {
  const { '': _, ...wanted } = lock.packages ?? {};
  const found = installed.packages ?? {};
  const places = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort();
  return places.flatMap((place) => {
    const [ours, theirs] = [wanted[place], found[place]];
    if (!ours) return [`${place}: ${theirs?.version} is installed, and not in the lock`];
    if (!theirs) return mayBeAbsent(ours, here) ? [] : [`${place}: ${ours.version} is missing`];
    if (ours.version !== theirs.version)
      return [`${place}: ${theirs.version} is installed, ${ours.version} in the lock`];
    if (ours.integrity !== theirs.integrity && ours.integrity && theirs.integrity)
      return [`${place}: ${ours.version} has another content than in the lock`];
    return [];
  });
}

/** @param {Entry} entry @param {Required<For>} here */
function mayBeAbsent(entry, here) {
  if (!entry.optional && !entry.devOptional && !entry.peer) return false;
  const kinds = /** @type {const} */ (['os', 'cpu', 'libc']).filter((kind) => entry[kind] !== undefined);
  // What names no system may be a part of what is absent itself.
  return kinds.length === 0 || kinds.some((kind) => ![entry[kind]].flat().includes(String(here[kind])));
}

/** @returns {Required<For>} */
function thisSystem() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime ? 'glibc' : 'musl' };
}
