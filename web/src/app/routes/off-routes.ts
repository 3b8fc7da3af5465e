/**
 * Addresses of the specification whose feature this build does not have: no menu leads there, and who comes by the
 * address is told so. A feature that comes takes its line from here.
 */
export const offRoutes = [
  { path: '/documentcenter', name: 'documents' },
  { path: '/addressbook/allcontacts', name: 'contacts' },
  { path: '/addressbook/organization', name: 'contacts' },
  { path: '/addressbook/contactgroup', name: 'contacts' },
] as const

/** Below /set. */
export const offSettings = [
  { path: 'account', name: 'account' },
  { path: 'calendar', name: 'calendar' },
] as const

/** Without a login. */
export const offPublic = [
  { path: '/bigFileUpload', name: 'bigFile' },
  { path: '/sharefile', name: 'share' },
] as const

export type OffName = (
  | (typeof offRoutes)[number]
  | (typeof offSettings)[number]
  | (typeof offPublic)[number]
)['name']
