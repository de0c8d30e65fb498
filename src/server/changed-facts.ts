import { type ChangedFacts, type FactPath, factAt } from '#/model/facts.ts';
import type { Settings } from './env.ts';

/** Numbers of app.config.ts that this installation has set otherwise, so that documents tell what holds here. */
export function changedFacts(settings: Settings): ChangedFacts {
  const inForce = {
    'allowances.guest.resolutions': settings.GUEST_RESOLUTIONS,
    'allowances.guest.downloads': settings.GUEST_DOWNLOADS,
    'allowances.guest.gigabytesPerDay': settings.GUEST_GIGABYTES_PER_DAY,
    'allowances.guest.transfers': settings.GUEST_TRANSFERS,
    'allowances.guest.kept': settings.GUEST_KEPT_FILES,
    'allowances.guestsPerAddress': settings.GUESTS_PER_ADDRESS,
    'allowances.server.transfers': settings.MAX_TRANSFERS,
    'allowances.server.transfersPerPlatform': settings.MAX_TRANSFERS_PER_PLATFORM,
    'allowances.server.keptPerPlatform': settings.MAX_KEPT_PER_PLATFORM,
    'allowances.server.keptWaiting': settings.MAX_KEPT_WAITING,
    'allowances.keptFileS': settings.KEPT_FILE_MINUTES * 60,
    'accounts.passwordSettings.minLength': settings.ACCOUNTS.passwordSettings.minLength,
  } satisfies ChangedFacts;
  const changed = Object.entries(inForce).filter(([path, value]) => factAt(path as FactPath) !== value);
  return Object.fromEntries(changed);
}
