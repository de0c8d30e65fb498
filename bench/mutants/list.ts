/** A planted fault: one stretch of one source, what takes its place, and the test that must fail then. */
export type Mutant = {
  /** What a visitor would suffer. */
  what: string;
  file: string;
  /** Found exactly once in the file. */
  before: string;
  after: string;
  test: { project: 'unit' | 'contract'; file: string; name: string };
};

type Place = { file: string; test: string; project?: 'unit' | 'contract' };

function mutant(
  what: string,
  { file, test, project = 'unit' }: Place,
  [before, after]: [string, string],
  name: string,
): Mutant {
  return { what, file: `src/server/${file}`, before, after, test: { project, file: `src/server/${test}`, name } };
}

const READING = 'transfer/reading';
const CHANGED = `${READING}/media-changed.test.ts`;
const IDENTITY: Place = { file: `${READING}/identity.ts`, test: CHANGED };
const REQUEST: Place = { file: `${READING}/request.ts`, test: CHANGED };
const RANGE_CLIENT: Place = { file: 'egress/range-client.ts', test: CHANGED };
const TIMELINE: Place = {
  file: 'transfer/mp4/timeline.ts',
  test: 'transfer/mp4/merge.contract.test.ts',
  project: 'contract',
};
const SERVED = 'transfer/layout/serve-hostile.test.ts';
const SOUND_CLIPS = { test: 'transfer/sound-clips.contract.test.ts', project: 'contract' } as const;
const SIGNATURE: Place = {
  file: 'identity/embedded/crypto/signature.ts',
  test: 'identity/embedded/crypto/signature.test.ts',
};
const LIMITER: Place = { file: 'service/limits/transfer-limiter.ts', test: 'service/limits/transfer-limiter.test.ts' };
const CLIENT: Place = { file: 'http/client-address.ts', test: 'http/client-address.test.ts' };

const TRANSFER: Mutant[] = [
  mutant(
    'another ETag at one address is taken as the same file',
    IDENTITY,
    ['before !== undefined && before !== name', 'before === name && before !== name'],
    'told by another ETag',
  ),
  mutant(
    'another date is taken as the same file',
    IDENTITY,
    ['totalBytes || isModified)', 'totalBytes)'],
    'told by another date, the same ETag',
  ),
  mutant(
    'another name elsewhere is believed',
    IDENTITY,
    ["return 'doubtful';", 'names.add(name);'],
    'is media_changed where they are not',
  ),
  mutant(
    'other bytes than before are not noticed',
    { file: `${READING}/content-samples.ts`, test: CHANGED },
    ['if (found !== sum)', 'if (found !== found)'],
    'told by nothing: what was read before is looked at again',
  ),
  mutant(
    'a fresh address is not compared',
    REQUEST,
    [
      'from.isProven && !isSeam ? undefined : await proveSeam',
      'from.isProven || !isSeam ? undefined : await proveSeam',
    ],
    'other bytes of the same length are media_changed: the same ETag',
  ),
  mutant(
    'an upstream that tells nothing is believed',
    REQUEST,
    ['const isBlind = identity.isBlind &&', 'const isBlind = false &&'],
    'told by nothing: what was read before is looked at again',
  ),
  mutant(
    'a 206 that begins earlier is taken for the range',
    RANGE_CLIENT,
    ['range.first !== start', 'range.first > start'],
    'for good: upstream_error, and nothing of it is passed on: it begins earlier and is as long',
  ),
  mutant(
    'a 206 that begins earlier is read up to the range',
    { file: `${READING}/answer.ts`, test: CHANGED },
    ['range.first !== asked', 'range.first > asked'],
    'for good: upstream_error, and nothing of it is passed on: it begins earlier',
  ),
  mutant(
    'several ranges in one body are taken for one',
    RANGE_CLIENT,
    [' || isManyRanges(headers)) return false', ') return false'],
    'for good: upstream_error, and nothing of it is passed on: it is several ranges',
  ),
  mutant(
    'a range of another length than its body is taken',
    RANGE_CLIENT,
    ['contentLength === range.last - range.first + 1 &&', 'contentLength !== null &&'],
    'for good: upstream_error, and nothing of it is passed on: its length is not its range',
  ),
  mutant(
    'all files have one ETag',
    { file: 'transfer/plan.ts', test: 'transfer/transfer.test.ts' },
    ['return `"${hash.digest(\'base64url\').slice(0, 27)}"`;', 'return `"constant"`;'],
    'other bytes of one length have another',
  ),
  mutant(
    'the ETag knows nothing of the bytes',
    { file: `${READING}/remote-file.ts`, test: 'transfer/transfer.test.ts' },
    ['lastModified, etag, sum, revision', 'lastModified, etag, revision'],
    'other bytes of one length have another',
  ),
  mutant(
    'an index within an index counts by the clock of the outer one',
    { file: 'transfer/mp4/segment-index.ts', test: 'transfer/mp4/segment-index.test.ts' },
    ['const factor = to / from;', 'const factor = 1;'],
    'an index within an index counts by its own clock',
  ),
  mutant(
    'indexes that lead to each other are read without end',
    { file: 'transfer/mp4/segment-index.ts', test: 'transfer/mp4/segment-index.test.ts' },
    ['if (seen.has(offset)) throw', 'if (seen.size < 0) throw'],
    'an index that two others lead to is damage, and nobody reads it twice',
  ),
  mutant(
    'clusters of nothing keep the thread that answers everybody',
    { file: 'transfer/webm/cluster.ts', test: SERVED },
    ['budget.spend();', ''],
    'what is changed on its way has a budget, and is damaged beyond it: clusters of nothing',
  ),
  mutant(
    'what is changed on its way has no budget',
    { file: 'transfer/layout/serve-layout.ts', test: SERVED },
    ['withPassedBudget(() => rewrite(box, at + position));', 'rewrite(box, at + position);'],
    'what is changed on its way has a budget, and is damaged beyond it: boxes of nothing',
  ),
  mutant(
    'memory that was given back was never held',
    { file: 'transfer/parsing/parse-budget.ts', test: 'transfer/parsing/parse-budget.test.ts' },
    ['mostHeld = Math.max(mostHeld, held);', 'mostHeld = held;'],
    'a budget knows most that it held at once, also of what was given back',
  ),
  mutant(
    'a picture that begins later is shown at once',
    TIMELINE,
    ['return [{ durationS: emptyS + waitS, mediaTime: -1 }, shown];', 'return [shown];'],
    'video-later-by-tfdt',
  ),
  mutant(
    'a picture whose pictures are reordered is shown too early',
    TIMELINE,
    ['Math.max(0, mediaStart) / timescale', '0 / timescale'],
    'video-later-by-tfdt',
  ),
  mutant(
    'a head is sent before anything is known to come',
    { file: 'transfer/layout/serve-layout.ts', test: 'transfer/layout/serve-layout.test.ts' },
    ['await prefetcherOf(piece.input).peek();', 'prefetcherOf(piece.input);'],
    'sends nothing of what it knows where the first bytes that it reads cannot be had',
  ),
  mutant(
    'a failure before the first byte hangs up',
    { file: 'http/send-file.ts', test: 'http/send-file.test.ts' },
    ['if (!failure || res.destroyed || !res.headersSent) return', 'if (!failure || res.destroyed) return'],
    'upstream_error',
  ),
  mutant(
    'a clip of sound begins with the packet before',
    { file: 'transfer/plan-conversion.ts', ...SOUND_CLIPS },
    ['durationSamples, startS }, tagsWithin', 'durationSamples }, tagsWithin'],
    'as wav begins at 1 s to the sample',
  ),
  mutant(
    'a clip of sound has the chapters of the whole',
    { file: 'transfer/plan-conversion.ts', ...SOUND_CLIPS },
    ['return cut ? { ...tags,', 'return !cut ? { ...tags,'],
    'has its own chapters',
  ),
  mutant(
    'memory that is given back is counted as used',
    { file: `${READING}/buffer-pool.ts`, test: `${READING}/buffer-pool.test.ts` },
    ['usedBytes -= block.size;', 'usedBytes -= 0;'],
    'refuses what is above its limit, but for what is needed',
  ),
  mutant(
    'an archive tells the check sum of bytes that passed twice',
    { file: 'transfer/zip/crc.ts', test: 'transfer/zip/crc.test.ts' },
    ['bytes.subarray(from - offset, to - offset)', 'bytes.subarray(0, to - offset)'],
    'bytes that pass again, as when a download is resumed, count once',
  ),
];

const ENGINE: Mutant[] = [
  mutant(
    'boxes of a head are followed as deep as a file has them',
    { file: 'engine/probing/mp4-head.ts', test: 'engine/probing/mp4-head.test.ts' },
    ['box.type === PATH[level]', 'PATH.includes(box.type)'],
    'is read on no further than anything is found, however deep boxes lie within each other',
  ),
  mutant(
    'a cookie goes to a domain that ends like its own',
    { file: 'engine/probing/source-url.ts', test: 'engine/probing/source-url.test.ts' },
    ['host.endsWith(`.${domain}`)', 'host.endsWith(domain)'],
    'go to their own domain: https://nottiktok.com/',
  ),
  mutant(
    'sources are handed out in their last minute',
    { file: 'engine/extraction-cache.ts', test: 'engine/extraction-cache.test.ts' },
    ['- instant() - EXPIRY_MARGIN_MS', '- instant()'],
    'are not given in the last minute of their sources',
  ),
  mutant(
    'each visitor of a dead link has it extracted anew',
    { file: 'engine/extraction-cache.ts', test: 'engine/extraction-cache.test.ts' },
    ['= found.isRefresh && now()', '= !found.isRefresh && now()'],
    'costs one new extraction, not one per visitor who met it',
  ),
  mutant(
    'an author who was taken down is let through',
    { file: 'engine/egress-routes/policy.ts', test: 'engine/egress-routes/policy.test.ts' },
    ['refusal(media.platform, subjectKeys(media))', 'refusal(media.platform, [])'],
    'a media is refused by its author, too',
  ),
  mutant(
    'a prepared player is run that is not what was kept',
    { file: 'engine/solver/prepared-players.ts', test: 'engine/solver/prepared-players.test.ts' },
    ['text.slice(0, end) !== hashOf(prepared)', 'text === prepared'],
    'a file that was changed is no player, and is gone',
  ),
  mutant(
    'whatever a worker names is fetched and run as a player',
    { file: 'engine/solver/protocol.ts', test: 'engine/solver/protocol.test.ts' },
    ["url.host !== 'www.youtube.com' || ", ''],
    'evil.example/s/player/c9168c90/base.js is no player',
  ),
];

const TOKENS: Mutant[] = [
  mutant(
    'a token of one way out is shown by another',
    { file: 'engine/tokens/tokens.ts', test: 'engine/tokens/tokens.test.ts' },
    ['const key = `${keyOf(route)}\\n${binding}`;', 'const key = binding;'],
    'another way has another one',
  ),
  mutant(
    'a token whose time is over is shown',
    { file: 'engine/tokens/tokens.ts', test: 'engine/tokens/tokens.test.ts' },
    ['known && known.goodUntil > now()', 'known'],
    'handed out until shortly before its end',
  ),
];

const BY_PROXIES = 'egress/routes.test.ts';
const BY_ROUTES = { test: 'engine/egress-routes/routes.contract.test.ts', project: 'contract' } as const;
const ROUTES: Mutant[] = [
  mutant(
    'connections of one way out are used by another',
    { file: 'egress/range-client.ts', test: BY_PROXIES },
    ['const key = `${routes.write(route)} ${url.origin}`;', 'const key = url.origin;'],
    'connections are kept, and are no other route’s',
  ),
  mutant(
    'a proxy is told where to go before the guard has judged',
    { file: 'egress/through-proxy.ts', test: BY_PROXIES },
    ['route.resolvesNames ? [target.host] : judged', '[target.host]'],
    'requests, ranges and workers go out, to the address that was judged',
  ),
  mutant(
    'an error tells the password of a way out',
    { file: 'egress/through-proxy.ts', test: BY_PROXIES },
    ["throw new RouteError(route.name, reasonOf(error instanceof Error ? error.message : ''));", 'throw error;'],
    'by its password (socks5): nothing of the setting is told',
  ),
  mutant(
    'bytes come by another way than their address was made for',
    { file: 'engine/extract.ts', ...BY_ROUTES },
    ['[id, { ...source, route }]', '[id, source]'],
    'goes the first way, worker and bytes alike, and says which',
  ),
  mutant(
    'a way that is refused stays the first',
    { file: 'engine/egress-routes/route-health.ts', test: 'engine/egress-routes/route-health.test.ts' },
    ['Math.max(0, restUntil - now(), media.restUntil - now())', 'Math.max(0, media.restUntil - now())'],
    'rest behind the others after a refusal',
  ),
  mutant(
    'a way that is refused media stays the first',
    { file: 'engine/egress-routes/route-health.ts', test: 'engine/egress-routes/route-health.test.ts' },
    ['Math.max(0, restUntil - now(), media.restUntil - now())', 'Math.max(0, restUntil - now())'],
    'rests, and answers to its pages do not end that; the platform works',
  ),
  mutant(
    'a way is left for an address that has expired',
    { file: 'transfer/reading/denial.ts', test: 'transfer/reading/upstream.test.ts' },
    ['return isFresh;', 'return true;'],
    'is told where a fresh address is refused as well',
  ),
  mutant(
    'a file is asked for again by the way that is refused media',
    { file: 'engine/source-renewal.ts', test: 'transfer/other-way.contract.test.ts', project: 'contract' },
    ['const avoided = refusal && otherThan(platform, stale.route);', 'const avoided = undefined;'],
    'by 403: the file comes by another one, which later ones begin with',
  ),
  mutant(
    'a wall is taken for the answer, though another way would be answered',
    { file: 'engine/extract.ts', test: 'engine/egress-routes/second-way.contract.test.ts', project: 'contract' },
    ["isOf(code, 'second-way') && mayGoOn", 'false'],
    'to one address alone is no answer: another way is asked, and neither rests',
  ),
  mutant(
    'an extractor that loses reads stays',
    { file: 'updates/detect-regression.ts', test: 'updates/detect-regression.test.ts' },
    ['lost >= LOST_MIN', 'lost > 1000'],
    'three of few are not',
  ),
];

const IDENTITIES: Mutant[] = [
  mutant(
    'whoever signs with another secret is an administrator',
    SIGNATURE,
    ['a.length === b.length && timingSafeEqual(a, b)', 'a.length === b.length'],
    'with another secret is refused',
  ),
  mutant(
    'a signature says nothing of what was sent',
    SIGNATURE,
    ["signedHeaders.join(';'), sha256(body)]", "signedHeaders.join(';'), sha256('')]"],
    'a request of the unchanged AWS SDK',
  ),
  mutant(
    'a request can be sent again for ever',
    SIGNATURE,
    ['if (signedMs >= nowMs - CLOCK_SKEW_MS) return null;', 'if (signedMs > 0) return null;'],
    'the clock of the signer',
  ),
  mutant(
    'a key that is a multiple of the prime opens every account',
    { file: 'identity/embedded/crypto/srp.ts', test: 'identity/embedded/crypto/srp.test.ts' },
    ['toNumber(A) % N !== 0n', 'toNumber(A) !== 0n'],
    'keys that would let anybody in are not usable',
  ),
  mutant(
    'an access token is an id token',
    { file: 'identity/id-token.ts', test: 'identity/id-token.test.ts' },
    ["token_use: v.literal('id'),", 'token_use: v.string(),'],
    'an id token',
  ),
];

const ADMINISTRATORS = { test: 'contract/safety/admin-authorisation.contract.test.ts', project: 'contract' } as const;
const RIGHTS: Mutant[] = [
  mutant(
    'who was an administrator some seconds ago is one',
    { file: 'http/admin/authorise.ts', ...ADMINISTRATORS },
    ['identity.verifyNow(token)', 'identity.verify(token)'],
    'an old id token of an administrator who is taken out of the group opens no route',
  ),
  mutant(
    'a session goes on though it was ended',
    { file: 'identity/embedded/live.ts', ...ADMINISTRATORS },
    ['revokedAt === null && expiresAt.getTime()', 'expiresAt.getTime()'],
    'an id token from before a sign-out is not made good by a newer sign-in',
  ),
  mutant(
    'a key of somebody who is gone opens',
    { file: 'service/keys/key-ring.ts', test: 'service/keys/key-ring.test.ts' },
    ['(await isUserLive(userId)) ?', 'userId.length > 0 ?'],
    'a key of a user who is disabled or gone opens nothing',
  ),
  mutant(
    'codes are shown to everybody where nobody tries the installation',
    { file: 'identity/embedded/trial-token.ts', test: 'identity/embedded/trial-token.test.ts' },
    ['if (trial === null) return false;', 'if (trial === null) return true;'],
    'where nobody tries it, no token helps',
  ),
  mutant(
    'whoever follows a download gets the link to its file',
    {
      file: 'service/progress/visible-progress.ts',
      test: 'contract/safety/authorisation.contract.test.ts',
      project: 'contract',
    },
    ['const isOwn = owner !== null && owner === reader;', 'const isOwn = true;'],
    'the events of ids tell whoever knows one how far it is, and its owner the link to its file',
  ),
];

const LIMITS: Mutant[] = [
  mutant(
    'a guest has one transfer more than allowed',
    LIMITER,
    ['registry.runningBeside(key, file) >= may.transfers', 'registry.runningBeside(key, file) > may.transfers'],
    'a fourth file waits until one of three has ended',
  ),
  mutant(
    'who is refused keeps the place',
    LIMITER,
    ["        slot.close();\n        return fail('limit_reached'", "        return fail('limit_reached'"],
    'whoever has used up the bytes of the day waits, and holds no place meanwhile',
  ),
  mutant(
    'transfers begin while memory is short',
    LIMITER,
    ["return isFull || isMemoryShort() ? 'busy'", "return isFull ? 'busy'"],
    'nothing begins while memory is short',
  ),
  mutant(
    'a kept file that is gone is offered again and again',
    {
      file: 'http/rest/files.ts',
      test: 'contract/api/downloads.contract.test.ts',
      project: 'contract',
    },
    ["if (id !== '') await jobs.missing({ id, key });", ''],
    'whose bytes are gone, as after a restore of the database alone, is expired for everybody once its link was asked',
  ),
  mutant('visitors write down their own address', CLIENT, ['.at(-trustedHops)', '.at(0)'], 'the address of a client'),
];

/** All of them, in rooms where a wrong byte, a wrong name or a missing limit would show last. */
export const MUTANTS: readonly Mutant[] = [
  ...TRANSFER,
  ...ENGINE,
  ...TOKENS,
  ...ROUTES,
  ...IDENTITIES,
  ...RIGHTS,
  ...LIMITS,
];
