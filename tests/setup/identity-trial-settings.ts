/** Opens the outbox of codes, and the stand-ins of social providers, of sites in tests and benchmarks. */
export const TRIAL_TOKEN = 'only-for-tests-and-benchmarks';

/** Settings of such a site. */
export const TRIAL_SETTINGS = {
  IDENTITY_TRIAL: 'on',
  IDENTITY_TRIAL_TOKEN: TRIAL_TOKEN,
  // All tests come from one address.
  IDENTITY_SIGN_UPS_PER_ADDRESS: '100000',
  GUEST_EVENT_STREAMS: '10000',
};
