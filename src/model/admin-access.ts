/** Whose members may use the admin pages, and the admin API. */
export const ADMIN_GROUP = 'admins';

/** Where a call brings its access token: only by that can the user pool be asked whether its user still is one. */
export const ACCESS_TOKEN_HEADER = 'x-access-token';
