import type { ReactNode } from 'react'
import { allTexts } from '../../lib/all-texts.ts'
import { archiveQuery, mailGatewayQuery } from '../../lib/me.ts'
import type { Route } from '../../lib/router/match-routes.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { createRouter } from '../../lib/router/router.ts'
import { Fault } from '../../lib/router/routes.tsx'
import { isSignedIn } from '../../lib/session.ts'
import { startsAtHome, startsInInbox } from '../first-place.ts'
import { Shell } from '../shell/shell.tsx'
import { Watermark } from '../shell/watermark.tsx'
import { ComposeRoute } from './compose-route.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { GuestOnly, OnlyWith, SignedInOnly, StartPlace, UnlessHidden } from './guards.tsx'
import { mailRoutes } from './mail-routes.ts'
import { NotFound } from './not-found.tsx'
import { type OffName, offPublic, offRoutes } from './off-routes.ts'
import { OutsideRoute } from './outside-route.tsx'
import { RouteWaiting } from './route-waiting.tsx'

/** A screen of its own whose code comes when it is first opened; a page that begins there waits for it. */
const later = (path: string, load: () => Promise<ReactNode>): Route => ({
  path,
  later: async () => {
    const [screen] = await Promise.all([load(), allTexts()])
    return screen
  },
})

const readingPages = () => import('../../features/messages/reading-pages.public.ts')
const print = async () => {
  const { PrintScreen } = await readingPages()
  return <PrintScreen />
}
/** Beside the shell, which brings its own watermark. */
const printAlone = async () => {
  const { PrintScreen } = await readingPages()
  return (
    <>
      <PrintScreen />
      <Watermark />
    </>
  )
}
const link = async () => {
  const { LinkPage } = await readingPages()
  return <LinkPage />
}
const outside = async () => {
  const { OutsidePage } = await import('../../features/authorised/outside-page.tsx')
  return <OutsidePage />
}
const overview = (of: 'folders' | 'labels') => async () => {
  const { OverviewScreen } = await import('../../features/folders/overview-screen.tsx')
  return <OverviewScreen of={of} />
}
const dashboard = async () => {
  const { HomeScreen } = await import('../../features/home/home-screen.tsx')
  return <HomeScreen />
}
const todo = async () => {
  const { TodoScreen } = await import('../../features/todo/todo-screen.tsx')
  return <TodoScreen />
}
const approvals = (side: 'approver' | 'own') => async () => {
  const { ApprovalScreen } = await import('../../features/approval/approval-screen.tsx')
  return <ApprovalScreen side={side} />
}
const application = async () => {
  const { ApprovalPage } = await import('../../features/approval/approval-page.tsx')
  return <ApprovalPage />
}
const groups = (which: 'managed' | 'authorised') => async () => {
  const { GroupsScreen } = await import('../../features/groups/groups-screen.tsx')
  return <GroupsScreen which={which} />
}
const feedback = async () => {
  const { FeedbackPage } = await import('../../features/feedback/feedback-page.tsx')
  return <FeedbackPage />
}
const smime = async () => {
  const { SmimePage } = await import('../../features/smime/smime-page.tsx')
  return <SmimePage />
}
const migration = async () => {
  const { MigrationPage } = await import('../../features/migration/migration-page.tsx')
  return <MigrationPage />
}
const firstPassword = async () => {
  const { FirstPasswordScreen } = await import('../../features/passwords/first-password-screen.tsx')
  return <FirstPasswordScreen />
}
const resetPassword = async () => {
  const { ResetPasswordScreen } = await import(
    '../../features/second-step/reset-password-screen.tsx'
  )
  return <ResetPasswordScreen />
}
const settings = async () => {
  const { SettingsArea } = await import('./settings-area.tsx')
  return <SettingsArea />
}

const off = (name: OffName, alone: boolean) => async () => {
  const { OffPage, PublicOffPage } = await import('./off-page.tsx')
  return alone ? <PublicOffPage name={name} /> : <OffPage name={name} />
}

/** What stands beside the sidebar. */
const screens: readonly Route[] = [
  // Their screen stands in the shell, where it stays.
  ...mailRoutes,
  later('/dashboard', dashboard),
  { path: '/write/:type/:mailId', element: <ComposeRoute /> },
  later('/otherfolders', overview('folders')),
  later('/otherfolders2', overview('labels')),
  later('/otherfolders2/list', overview('labels')),
  later('/todo', todo),
  {
    element: <OnlyWith allows={({ mailArchiveEnable }) => mailArchiveEnable === 1} />,
    children: [{ path: '/guidang', element: <OutsideRoute query={archiveQuery} /> }],
  },
  {
    element: <OnlyWith allows={({ gatewayEnable }) => gatewayEnable === 1} />,
    children: [
      {
        element: <UnlessHidden by="hideWangguan" />,
        children: [{ path: '/wangguan', element: <OutsideRoute query={mailGatewayQuery} /> }],
      },
    ],
  },
  {
    // Where mail has to be approved (ROUTES-10, R21, R22).
    element: <OnlyWith allows={({ mailApproval }) => mailApproval === 1} />,
    children: [later('/approval', approvals('approver')), later('/pending', approvals('own'))],
  },
  // R32: also where nothing new is held any more.
  later('/appreply/:boxId/:id/:createTime/:state/:recordState', application),
  {
    // Where the private setting is 0 (SHELL-09, R64).
    element: <OnlyWith allows={({ privateEnable }) => privateEnable === 0} />,
    children: [later('/feedback', feedback)],
  },
  {
    // Encrypted mail from a file (R8), where the organisation has S/MIME.
    element: <OnlyWith allows={({ smimeEnable }) => smimeEnable === 1} />,
    children: [later('/smimePage', smime)],
  },
  {
    // R28, where the organisation lets mail be brought in.
    element: <OnlyWith allows={({ mailMoveEnable }) => mailMoveEnable === 1} />,
    children: [later('/mailmig', migration)],
  },
  {
    // R43, for who manages a group.
    element: <OnlyWith allows={({ adminMailgroupFlag }) => adminMailgroupFlag === 1} />,
    children: [later('/addressbook/groupmanagement', groups('managed'))],
  },
  {
    // R44, for who may write to one.
    element: <OnlyWith allows={({ authMailgroupFlag }) => authMailgroupFlag === 1} />,
    children: [later('/addressbook/contactgroups', groups('authorised'))],
  },
  ...offRoutes.map(({ path, name }) => later(path, off(name, false))),
  { path: '/addressbook', element: <Navigate to="/addressbook/allcontacts" /> },
  later('/set/print/:uid/:mbox', print),
  later('/set/*', settings),
]

/** Every route of the specification by its name (ROUTES-01: hash mode). */
const routes: readonly Route[] = [
  {
    errorElement: <CrashScreen />,
    children: [
      { path: '/login', element: <GuestOnly /> },
      { path: '/loginBefore', element: <GuestOnly /> },
      { path: '/404', element: <NotFound /> },
      // R5, G69: the lock screen lies over every screen; its own name leads into the app below it.
      { path: '/lockscreen', element: <Navigate to="/" /> },
      ...offPublic.map(({ path, name }) => later(path, off(name, true))),
      later('/firstResetPsd/:address?', firstPassword),
      later('/resetPassword', resetPassword),
      later('/linkPage/letter/:token', outside),
      later('/linkPage', link),
      // Public for the guard only: the call behind it needs the login (R11).
      later('/print/:boxId/:id', printAlone),
      {
        element: <SignedInOnly />,
        children: [
          { path: '/', element: <StartPlace /> },
          { element: <Shell />, errorElement: <CrashScreen />, children: screens },
          { path: '/*', element: <Navigate to="/404" /> },
        ],
      },
    ],
  },
]

export function startRouter() {
  // Each redirect is a rendering of its own: a start begins where it ends.
  if (isSignedIn() && startsInInbox()) history.replaceState(history.state, '', '#/inbox')
  else if (isSignedIn() && startsAtHome()) history.replaceState(history.state, '', '#/dashboard')
  return createRouter({
    routes,
    waiting: <RouteWaiting />,
    failed: (error) => <Fault error={error} />,
  })
}
