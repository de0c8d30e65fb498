import { Button } from '@mantine/core';
import { platforms } from '#app.config';
import { AnotherLink } from '#/download/form/AnotherLink.tsx';
import { KeysDialog } from '#/download/keyboard/KeysDialog.tsx';
import { PlatformHealthNote } from '#/download/workspace/PlatformHealthNote.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { ReadyNotes } from '#/site/waiting/ReadyNotes.tsx';
import { showToast } from '#/site/components/toast.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { DoneScene } from '#/site/scenes/DoneScene.tsx';
import { EmptyScene } from '#/site/scenes/EmptyScene.tsx';
import { HomeScene } from '#/site/scenes/HomeScene.tsx';
import { NotFoundScene } from '#/site/scenes/NotFoundScene.tsx';
import { OfflineScene } from '#/site/scenes/OfflineScene.tsx';
import { PlatformDownScene } from '#/site/scenes/PlatformDownScene.tsx';
import { NOW } from '../data.ts';
import { Called, SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};
const NOTICE = { en: 'We are on it: links of this platform come slowly today.' };

const FAILURES: Record<string, Failure> = {
  failure: { code: 'private' },
  'with a word of the operator': { code: 'platform_off', notice: NOTICE },
  'yet to begin': { code: 'live_upcoming', startsAt: '2026-11-24T18:00:00.000Z' },
};

const STATES = {
  working: { state: 'working', reason: null, checkedAt: NOW },
  degraded: { state: 'degraded', reason: { code: 'rate_limited' }, checkedAt: NOW },
  unavailable: { state: 'unavailable', reason: { code: 'blocked_bot_check' }, checkedAt: NOW, notice: NOTICE },
} as const;

const SCENES = { HomeScene, EmptyScene, DoneScene, NotFoundScene, OfflineScene, PlatformDownScene };

const WATCHED = {
  id: '00000000-0000-4000-8000-000000000002',
  link: 'https://www.youtube.com/watch?v=OKvideo0001',
  platform: 'youtube',
  title: 'The first crossing of the year',
  startsAt: null,
  state: 'there',
  createdAt: NOW,
} as const;

/** What is said to visitors: failures, states of platforms, news; what is undone; drawings and marks. */
export function NoticeSpecimens() {
  return (
    <>
      <SpecimenGroup name="notices">
        {Object.entries(FAILURES).map(([name, failure]) => (
          <Specimen key={name} name={name} isWide>
            <FailureNote
              failure={failure}
              actions={
                <>
                  <Button variant="default">{m.download_retry()}</Button>
                  <AnotherLink>{m.download_try_another()}</AnotherLink>
                </>
              }
            />
          </Specimen>
        ))}
        {Object.entries(STATES).map(([name, health]) => (
          <Specimen key={name} name={name} isWide>
            <PlatformHealthNote health={health} />
          </Specimen>
        ))}
        <Specimen name="toast" isLoose>
          <Button
            variant="default"
            onClick={() =>
              showToast({
                text: m.account_removed({ title: WATCHED.title }),
                action: { label: m.download_undo(), press: nothing },
              })
            }
          >
            {m.download_remove()}
          </Button>
        </Specimen>
        <Specimen name="dialog" isLoose>
          <Called label={m.download_keys()}>{(onClose) => <KeysDialog onClose={onClose} />}</Called>
        </Specimen>
        <Specimen name="there now" isLoose>
          <Called label={m.watch_open()}>{(onClose) => <ReadyNotes links={[WATCHED]} onDismiss={onClose} />}</Called>
        </Specimen>
      </SpecimenGroup>
      <SpecimenGroup name="drawings">
        {Object.entries(SCENES).map(([name, Scene]) => (
          <Specimen key={name} name={name}>
            <Scene />
          </Specimen>
        ))}
        {PLATFORMS.map((platform) => (
          <Specimen key={platform} name={platform}>
            <PlatformMark platform={platform} /> {platforms[platform].name}
          </Specimen>
        ))}
      </SpecimenGroup>
    </>
  );
}
