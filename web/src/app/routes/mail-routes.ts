import { matchRoutes } from '../../lib/router/match-routes.ts'

/** Lists, and a mail that is open in one: one screen, which stays while another one is shown. */
export const mailRoutes = [
  '/inbox',
  '/outbox',
  '/draftbox',
  '/recyclebin',
  '/junk',
  '/custombox/:folderId',
  '/otherfolders2/other2/:labelId',
  '/favorite',
  '/noread',
  '/readed',
  '/inboxct',
  '/search',
  '/reply/:boxId/:mailId/:index?',
].map((path) => ({ path, element: null }))

export const isMailRoute = (pathname: string): boolean => matchRoutes(mailRoutes, pathname) !== null
