import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { AssistantDrawer } from '../../features/assistant/assistant.public.tsx'
import {
  ComposeDeck,
  keepTags,
  rememberHome,
  useComposeTags,
  useOwnTags,
} from '../../features/compose/tags/tags.public.ts'
import { DragLabel } from '../../features/folders/drag-label.tsx'
import { useFolderQuestion } from '../../features/folders/folder-dialog-store.ts'
import { rememberWarm } from '../../features/folders/folders.public.ts'
import { useImportOpen } from '../../features/imports/imports.public.ts'
import { composePath, writeNeeds } from '../../features/messages/messages.public.ts'
import { MailboxBar, useMailboxPicker } from '../../features/public-boxes/public-boxes.public.ts'
import { PushCenter } from '../../features/push/push-center.tsx'
import { Allowed } from '../../lib/allowed.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/idle.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSettings } from '../../lib/me.ts'
import { useMedia } from '../../lib/media.ts'
import { usePalette } from '../../lib/palette.ts'
import { useLocation, useNavigate } from '../../lib/router/hooks.ts'
import { Outlet } from '../../lib/router/routes.tsx'
import { hasJustLoggedIn } from '../../lib/session.ts'
import { applyKeys } from '../../lib/shortcuts.ts'
import { Apart } from '../../ui/apart.tsx'
import { Button } from '../../ui/button.tsx'
import { iconCompose } from '../../ui/icons.ts'
import { SkipButton } from '../../ui/skip-button.tsx'
import { useGlobalKeys } from '../commands/use-global-keys.ts'
import { useKeptFrame } from '../first-screen/use-kept-frame.ts'
import { RouteProgress } from '../routes/route-waiting.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { AfterPaint } from './after-paint.tsx'
import { ExpiryBanner } from './expiry-banner.tsx'
import { KeptMail } from './kept-mail.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { CommandPalette, TagStrip, usePartsAhead } from './parts-ahead.tsx'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useBringBack } from './use-bring-back.ts'
import { useFocusKeeper } from './use-focus-keeper.ts'
import { useTitle } from './use-title.ts'
import { VersionBanner } from './version-banner.tsx'
import { Watermark } from './watermark.tsx'

const ShortcutsHelp = lazyPart(() => import('../commands/shortcuts-help.tsx'), 'ShortcutsHelp')

const FolderDialogs = lazyPart(
  () => import('../../features/folders/folder-dialogs.tsx'),
  'FolderDialogs',
)
const PasswordReminder = lazyPart(
  () => import('../../features/passwords/password-reminder.tsx'),
  'PasswordReminder',
)
const FestivalOffer = lazyPart(
  () => import('../../features/skins/festival-offer.tsx'),
  'FestivalOffer',
)
const MailboxPicker = lazyPart(
  () => import('../../features/public-boxes/mailbox-picker.tsx'),
  'MailboxPicker',
)
const ImportDialog = lazyPart(
  () => import('../../features/imports/import-dialog.tsx'),
  'ImportDialog',
)

/** Past the top bar and the folders: to the row in hand, or to the screen. */
function skipToMain(): void {
  const main = document.querySelector('main')
  const rows = main?.querySelectorAll<HTMLElement>('[role=row][tabindex="0"]') ?? []
  const target = [...rows].find((row) => row.checkVisibility()) ?? main
  target?.focus()
}

/** The shortcuts have the keys of who is signed in. */
function useOwnKeys(): void {
  const settings = useSettings()
  const wanted = settings?.shortcutSet ?? 'gmail'
  const own = settings?.shortcutKeys
  useEffect(() => applyKeys(wanted, own ?? {}), [wanted, own])
}

/** The next start in this browser begins where the person wants it, before the settings are here. */
function useStart(): void {
  const inInbox = useSettings()?.startInInbox
  useEffect(() => {
    if (inInbox !== undefined) rememberWarm({ startInInbox: inInbox === 1 })
  }, [inInbox])
}

/** Top bar, sidebar and the screen between them. */
export function Shell() {
  const { pathname, search } = useLocation()
  const [drawer, setDrawer] = useState(false)
  const writing = pathname.startsWith('/write/')
  useTitle()
  useEffect(() => {
    if (!writing) rememberHome(pathname + search)
  }, [writing, pathname, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every way to another screen closes the drawer
  useEffect(() => setDrawer(false), [pathname])
  const busy = writing || /^\/(?:reply|appreply|set|mailmig|feedback|smimePage)\b/.test(pathname)
  return <Frame {...{ writing, busy, drawer, setDrawer }} />
}

interface FrameProps {
  writing: boolean
  /** A mail, the settings or a form are open: no button over them to write another one. */
  busy: boolean
  /** The folders are open, where they lie over the screen. */
  drawer: boolean
  setDrawer: (open: boolean) => void
}

/** Of the address it knows only what it is told: from one mail to the next nothing here is drawn. */
const Frame = memo(function Frame({ writing, busy, drawer, setDrawer }: FrameProps) {
  const { t } = useTranslation('shell')
  const narrow = useMedia('(max-width: 499px)')
  const [help, setHelp] = useState(false)
  const shell = useRef<HTMLDivElement>(null)
  const isFull = useComposeTags(({ tags, active }) =>
    tags.some((one) => one.id === active && one.fullScreen),
  )
  useOwnKeys()
  useStart()
  useBringBack()
  useFocusKeeper()
  useEffect(keepTags, [])
  const close = () => setDrawer(false)
  return (
    <div ref={shell} className={styles.shell}>
      <SkipButton label={t('common:skip')} onSkip={skipToMain} />
      <MailboxBar />
      <AfterPaint>
        {!isFull && !(narrow && writing) && (
          <TopBar
            onMenu={narrow ? () => setDrawer(true) : undefined}
            onHelp={() => setHelp(true)}
          />
        )}
        {!isFull && <OpenViews />}
      </AfterPaint>
      <OfflineBanner />
      <VersionBanner />
      <ExpiryBanner />
      <div className={styles.columns}>
        <AfterPaint>
          {!narrow && !writing && <Sidebar />}
          {narrow && drawer && (
            <div className={styles.drawer} data-drawer>
              <button
                type="button"
                className={styles.scrim}
                aria-label={t('common:close')}
                onClick={close}
              />
              <Sidebar />
            </div>
          )}
        </AfterPaint>
        <main className={styles.main} tabIndex={-1}>
          <RouteProgress />
          <Outlet />
          <ComposeDeck />
          <KeptMail />
        </main>
        <AssistantDrawer />
      </div>
      {narrow && !busy && (
        <Allowed by={writeNeeds}>
          <WriteButton />
        </Allowed>
      )}
      <Over help={help} setHelp={setHelp} shell={shell} />
    </div>
  )
})

/** The mail and every mail that is being written; nothing while nothing is written. */
function OpenViews() {
  if (useOwnTags().length === 0) return null
  return (
    <Apart>
      <TagStrip />
    </Apart>
  )
}

/** On a phone, where the folders and their button are put away. */
function WriteButton() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return (
    <Button
      kind="primary"
      icon={iconCompose}
      className={styles.float}
      onClick={() => navigate(composePath('new'), { flushSync: true })}
    >
      {t('compose')}
    </Button>
  )
}

interface OverProps {
  help: boolean
  setHelp: (open: boolean) => void
  shell: RefObject<HTMLDivElement | null>
}

/** What is done behind the page, once it is there; draws nothing. */
function Behind({ shell }: Pick<OverProps, 'shell'>) {
  useKeptFrame(shell)
  usePartsAhead()
  return null
}

/** What lies over the page, and the keys that open it. */
function Over({ help, setHelp, shell }: OverProps) {
  const asked = useFolderQuestion(({ question }) => question !== null)
  const festival = (useSettings()?.festivalSkin ?? '') !== ''
  const importing = useImportOpen(({ open }) => open !== null)
  const picking = useMailboxPicker(({ open }) => open)
  const [reminding, setReminding] = useState(false)
  // It competes with nothing that was asked for.
  useEffect(() => whenIdle(() => setReminding(hasJustLoggedIn())), [])
  const palette = usePalette((state) => state.open)
  useGlobalKeys(() => setHelp(true))
  return (
    <>
      <PushCenter />
      <AfterPaint>
        <Behind shell={shell} />
      </AfterPaint>
      <DragLabel />
      {reminding && <PasswordReminder onClose={() => setReminding(false)} />}
      <LoadingOverlay />
      <Watermark />
      {asked && <FolderDialogs />}
      {festival && <FestivalOffer />}
      {picking && <MailboxPicker />}
      {importing && <ImportDialog />}
      {palette && <CommandPalette />}
      {help && <ShortcutsHelp onClose={() => setHelp(false)} />}
    </>
  )
}
