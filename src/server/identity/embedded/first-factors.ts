/** What a sign-in by choice may begin with, by the names of Amazon Cognito's AllowedFirstAuthFactors; its WEB_AUTHN is not offered. */
export const FIRST_FACTORS = ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP'] as const;
export type FirstFactor = (typeof FIRST_FACTORS)[number];

/** As clients choose among them, in the order of AvailableChallenges: a password is sent, or proven. */
export const FIRST_CHALLENGES = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'] as const;
export type FirstChallenge = (typeof FIRST_CHALLENGES)[number];
