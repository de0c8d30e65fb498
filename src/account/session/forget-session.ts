/** Where Amplify keeps tokens and what belongs to them, and the sign-in that is under way. */
const PREFIXES = ['CognitoIdentityServiceProvider.', 'com.amplify.', 'CognitoSignInState.'];

/** Kept over a sign-out, so that a remembered device stays one. */
const DEVICE = /\.(?:deviceKey|deviceGroupKey|randomPasswordKey)$/;

/** Removes what is left of a session in this browser, whatever the service's client did about it. */
export function forgetSession(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (PREFIXES.some((prefix) => key.startsWith(prefix)) && !DEVICE.test(key)) storage.removeItem(key);
    }
  }
}
