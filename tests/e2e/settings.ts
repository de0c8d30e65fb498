/** Key of the downloader API in end-to-end tests; tests/e2e/serve.ts gives it to the site. */
export const API_KEY = 'end-to-end-tests-only-key';
