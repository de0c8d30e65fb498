/** Whose members may use the admin pages, and the admin API. */
export const ADMIN_GROUP = 'admins';
