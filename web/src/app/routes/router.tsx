import { createHashRouter, Navigate, type RouteObject } from 'react-router'
import { MailScreen } from '../../features/messages/mail-screen.tsx'
import { isSignedIn } from '../../lib/session.ts'
import { startsInInbox } from '../first-place.ts'
import { Shell } from '../shell/shell.tsx'
import { ComposeRoute } from './compose-route.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { FeedbackRoute } from './feedback-route.tsx'
import { GuestOnly, SignedInOnly } from './guards.tsx'
import { LetterRoute } from './letter-route.tsx'
import { NotFound } from './not-found.tsx'
import { OverviewRoute } from './overview-route.tsx'
import { LinkRoute, PrintRoute } from './reading-routes.tsx'
import { SettingsRoute } from './settings-route.tsx'
import { SmimeRoute } from './smime-route.tsx'
import { TodoRoute } from './todo-route.tsx'

const lists = [
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
]

/** Routes of routes.md that exist so far (hash mode). */
const routes: RouteObject[] = [
  {
    errorElement: <CrashScreen />,
    children: [
      { path: '/login', element: <GuestOnly /> },
      { path: '/loginBefore', element: <GuestOnly /> },
      { path: '/404', element: <NotFound /> },
      { path: '/linkPage/letter/:token', element: <LetterRoute /> },
      { path: '/linkPage', element: <LinkRoute /> },
      // Public for the guard only: the call behind it needs the login (R11).
      { path: '/print/:boxId/:id', element: <PrintRoute /> },
      {
        element: <SignedInOnly />,
        children: [
          { path: '/', element: <Navigate to="/dashboard" replace /> },
          { path: '/dashboard', element: <Navigate to="/inbox" replace /> },
          {
            element: <Shell />,
            errorElement: <CrashScreen />,
            children: [
              // One element for all lists: the list stays mounted while a mail is opened beside it.
              {
                element: <MailScreen />,
                children: lists.map((path) => ({ path, element: null })),
              },
              { path: '/write/:type/:mailId', element: <ComposeRoute /> },
              { path: '/otherfolders', element: <OverviewRoute of="folders" /> },
              { path: '/otherfolders2', element: <OverviewRoute of="labels" /> },
              { path: '/otherfolders2/list', element: <OverviewRoute of="labels" /> },
              { path: '/todo', element: <TodoRoute /> },
              { path: '/feedback', element: <FeedbackRoute /> },
              { path: '/smimePage', element: <SmimeRoute /> },
              { path: '/set/print/:uid/:mbox', element: <PrintRoute /> },
              { path: '/set/*', element: <SettingsRoute /> },
            ],
          },
          { path: '*', element: <Navigate to="/404" replace /> },
        ],
      },
    ],
  },
]

export function createRouter() {
  // Each redirect is a rendering of its own, and one that gives way to everything else: a start that ends in the inbox
  // begins there.
  if (isSignedIn() && startsInInbox()) history.replaceState(history.state, '', '#/inbox')
  return createHashRouter(routes)
}
