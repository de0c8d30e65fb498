/** Whose members may use the admin pages. */
export const ADMIN_GROUP = 'admins';
