import { assistant } from '@hongyan/contract/assistant'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useOnChange } from '../../lib/kept-screen.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useMay } from '../../lib/me.ts'
import { useMedia } from '../../lib/media.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose, iconSpark } from '../../ui/icons.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { askBrief, askCheck, askSummary, closeLine, mailChanged, panelOpened } from './ask.ts'
import styles from './assistant.module.css'
import { useFunctions } from './functions.ts'
import type { Assistant, Inner } from './machine.ts'
import { closeAssistant, useAssistantOpen, wholeScreen } from './open-assistant.public.ts'
import { happen, useAssistant } from './store.ts'
import { useIsReading, useSubjectId } from './subject-mail.ts'
import { ChatTab } from './tabs/chat-tab.tsx'
import { CheckTab } from './tabs/check-tab.tsx'
import { DraftTab } from './tabs/draft-tab.tsx'
import { SummaryTab } from './tabs/summary-tab.tsx'

/** The assistant beside the page; where there is no room beside it, it is the whole screen. */
export function AssistantPanel() {
  useLife()
  return useMedia(wholeScreen) ? <OverAll /> : <Beside />
}

function Beside() {
  const { t } = useTranslation('assistant')
  const panel = useRef<HTMLElement>(null)
  useFocus(panel)
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('title')} onKeyDown={keepKeys}>
      <Content />
    </aside>
  )
}

/** Nothing behind it can be reached meanwhile. */
function OverAll() {
  const { t } = useTranslation('assistant')
  const modal = useModal(closeAssistant)
  return (
    <dialog
      {...modal}
      className={`${styles.panel} ${styles.overAll}`}
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        closeAssistant()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Content />
    </dialog>
  )
}

/** Outside the tabs of questions and mails, inside those of what is done with a mail (AI-05). */
function Content() {
  const { t } = useTranslation('assistant')
  const wanted = useAssistant((state) => state.outer)
  const functions = useFunctions()
  const outers = (['chat', 'mail', 'mailbox'] as const).filter(
    (one) => one === 'mail' || functions.includes(one),
  )
  const outer = outers.includes(wanted) ? wanted : 'mail'
  const tabs = outers.map((id) => ({ id, label: t(`outer.${id}`) }))
  const pick = (next: Assistant['outer']) => happen({ is: 'turned', outer: next })
  return (
    <>
      <header className={styles.head}>
        <Icon icon={iconSpark} size={20} className={styles.mark ?? ''} />
        <h2 className={styles.title}>{t('title')}</h2>
        <Engine />
        <IconButton
          icon={iconClose}
          label={t('common:close')}
          shortcut="Esc"
          onClick={closeAssistant}
        />
      </header>
      <Tabs label={t('title')} tabs={tabs} current={outer} onPick={pick}>
        {outer === 'chat' ? <ChatTab /> : outer === 'mail' ? <MailTabs /> : <MailboxTab />}
      </Tabs>
    </>
  )
}

const ofWriting = ['compose', 'reply'] as const
const ofReading = ['summary', 'check', 'brief'] as const

const MailboxTab = lazyPart(() => import('./mailbox/mailbox-tab.tsx'), 'MailboxTab')
const BriefTab = lazyPart(() => import('./brief/brief-tab.tsx'), 'BriefTab')

function MailTabs() {
  const { t } = useTranslation('assistant')
  const inner = useAssistant((state) => state.inner)
  const mayWrite = useMay()(assistant.write)
  const isReading = useIsReading()
  const functions = useFunctions()
  const offered: Inner[] = [
    ...(mayWrite ? ofWriting : []),
    // AI-07
    ...(isReading ? ofReading : []),
  ].filter((one) => functions.includes(one))
  const current = offered.includes(inner) ? inner : offered[0]
  if (current === undefined) return <p className={styles.nothing}>{t('noMail')}</p>
  return (
    <Tabs
      inner
      label={t('outer.mail')}
      tabs={offered.map((id) => ({ id, label: t(`inner.${id}`) }))}
      current={current}
      onPick={(next) => happen({ is: 'turned', outer: 'mail', inner: next })}
    >
      <div className={styles.scroll}>
        {current === 'summary' ? (
          <SummaryTab />
        ) : current === 'check' ? (
          <CheckTab />
        ) : current === 'brief' ? (
          <BriefTab />
        ) : (
          <DraftTab key={current} kind={current} />
        )}
      </div>
    </Tabs>
  )
}

/** Who answers: what is not a model says so (G111). */
function Engine() {
  const { t } = useTranslation('assistant')
  const engine = useAssistant(({ chat, results }) => {
    const known = [...Object.values(results), ...chat.map(({ answer }) => answer).toReversed()]
    return known.find((one) => one?.engine)?.engine ?? null
  })
  const model = useAssistant(({ chat, results }) => {
    const known = [...Object.values(results), ...chat.map(({ answer }) => answer).toReversed()]
    return known.find((one) => one?.engine === 'model')?.model ?? ''
  })
  if (engine === null) return <span className={styles.engine} />
  const isBuiltIn = engine === 'built-in'
  return (
    <span className={styles.engine} title={t(isBuiltIn ? 'builtInLong' : 'modelLong', { model })}>
      {isBuiltIn ? t('builtIn') : model}
    </span>
  )
}

/** Opened, asked for once more, closed; and another mail opened meanwhile. */
function useLife(): void {
  const { on, turn } = useAssistantOpen()
  const subject = useSubjectId()
  const latest = useRef({ on, subject })
  latest.current = { on, subject }
  const isThere = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again is another wish
  useEffect(() => {
    const { on: wish, subject: mail } = latest.current
    if (!isThere.current) panelOpened(mail !== null, wish)
    else if (wish === 'chat' || wish === 'mailbox') happen({ is: 'turned', outer: wish })
    else if (wish !== null) happen({ is: 'turned', outer: 'mail', inner: wish })
    isThere.current = true
    // A click on what is to be done with the open mail is the request itself.
    if (wish === 'summary') void askSummary()
    if (wish === 'check') void askCheck()
    if (wish === 'brief') void askBrief()
  }, [turn])
  const first = useRef(true)
  useOnChange(subject, () => {
    if (!first.current) mailChanged(subject)
    first.current = false
  })
  useEffect(() => closeLine, [])
}

/** The focus goes into the panel when it opens, and back to where it was. */
function useFocus(panel: RefObject<HTMLElement | null>): void {
  const { turn } = useAssistantOpen()
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again it is gone into again
  useEffect(() => {
    // When the tab that was asked for is drawn.
    const frame = requestAnimationFrame(() => {
      const field = panel.current?.querySelector<HTMLElement>('textarea')
      const tabs = panel.current?.querySelectorAll<HTMLElement>('[role=tab][aria-selected=true]')
      ;(field ?? [...(tabs ?? [])].at(-1))?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [turn])
}

/** Keys of the page that would close or send the mail behind the panel. */
function keepKeys(event: KeyboardEvent): void {
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (event.key !== 'Escape' && !isSend) return
  event.stopPropagation()
  if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) closeAssistant()
}
