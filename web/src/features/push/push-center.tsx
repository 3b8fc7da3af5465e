import { limits } from '@hongyan/contract/limits'
import type { PushMessage } from '@hongyan/contract/push'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { allTexts } from '../../lib/all-texts.ts'
import { whenIdle } from '../../lib/idle.ts'
import { platformQuery, showApproval, useSettings, useUser } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { safeRedirect } from '../../lib/redirect.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { closePush, isPushOpen, onPush, openPush } from '../../lib/socket.ts'
import {
  applyCounts,
  foldersQuery,
  forgetCounts,
  refreshFolders,
} from '../folders/folders.public.ts'
import { refreshLabels } from '../labels/labels.public.tsx'
import { applyBulk, applyPush } from '../messages/messages.public.ts'
import { takeMembers } from '../public-boxes/public-boxes.public.ts'
import type { NewMail } from './new-mail.ts'
import type { Reminder } from './todo-cards.tsx'

/** Cards, sound and notifications: not of the start. */
async function loadArrivals() {
  const [{ Arrivals, tellNewMail }] = await Promise.all([import('./arrivals.tsx'), allTexts()])
  return { Arrivals, tellNewMail }
}

type ArrivalsCode = Awaited<ReturnType<typeof loadArrivals>>

/** Cards on screen at once. */
const most = 3

/** The live line of the page: counts, lists, and a card for each new mail (PUSH-01). */
export function PushCenter() {
  const [cards, setCards] = useState<NewMail[]>([])
  const [reminders, setReminders] = useState<Reminder[]>([])
  const settings = useSettings()
  const navigate = useNavigate()
  const latest = useRef({ settings, navigate })
  useEffect(() => {
    latest.current = { settings, navigate }
  })
  const { code, withArrivals } = useArrivals()
  useWorkerMessages()
  usePushConnection(settings?.newMailNotification === 1)

  useEffect(
    () =>
      onPush((message) => {
        takeCounts(message)
        applyPush(message)
        applyBulk(message)
        takeMembers(message)
        if (message.optType !== 'hello') refreshLabels()
        takeApproval(message)
        if (takeTodo(message)) {
          setReminders((list) => [...list.filter(isOther(message)), message].slice(-most))
          withArrivals()
        }
        if (message.optType !== 'mail' || !message.notify) return
        setCards((list) => [...list, message].slice(-most))
        const { settings, navigate } = latest.current
        const telling = {
          withSound: settings?.newMailSound === 1,
          withContent: settings?.notificationContent === 1,
          navigate,
        }
        withArrivals(({ tellNewMail }) => {
          // Not once the page was locked or left while the code came.
          if (isPushOpen()) tellNewMail(message, telling)
        })
      }),
    [withArrivals],
  )
  const dismiss = useCallback(
    (mailId: number) => setCards((list) => list.filter((card) => card.mailId !== mailId)),
    [],
  )
  const dismissReminder = useCallback(
    (id: number) => setReminders((list) => list.filter((one) => one.pendingId !== id)),
    [],
  )
  return code ? (
    <code.Arrivals
      {...{ cards, reminders }}
      onDismiss={dismiss}
      onDismissReminder={dismissReminder}
    />
  ) : null
}

/**
 * Their code, when the page has nothing else to do or with the first of them: a reader of the screen tells what changes
 * in a place that it knows. Where it does not come, lists and counts have the mail all the same.
 */
function useArrivals() {
  const [code, setCode] = useState<ArrivalsCode | null>(null)
  const withArrivals = useCallback((run?: (code: ArrivalsCode) => void) => {
    void loadArrivals()
      .then((code) => {
        setCode(code)
        run?.(code)
      })
      .catch(() => undefined)
  }, [])
  useEffect(() => whenIdle(() => withArrivals()), [withArrivals])
  return { code, withArrivals }
}

/** A click on a notification that the service worker showed. */
function useWorkerMessages(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent) => {
      const route = safeRedirect(typeof data?.route === 'string' ? data.route : null)
      if (data?.kind === 'open' && route) void navigate(route)
    }
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [navigate])
}

/** Open while the user wants notifications (PUSH-03, G94); without it the folders are polled. */
function usePushConnection(wanted: boolean): void {
  const address = useUser()?.emailAddr
  const pushBase = useQuery(platformQuery).data?.pushBase
  useEffect(() => {
    if (!wanted || !address || !pushBase) return
    openPush(pushBase, address)
    return closePush
  }, [wanted, address, pushBase])
  useEffect(() => {
    if (wanted) return
    const timer = setInterval(() => {
      void queryClient.invalidateQueries({ queryKey: foldersQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['list'] })
      void queryClient.invalidateQueries({ queryKey: ['approval'] })
    }, 60_000)
    return () => clearInterval(timer)
  }, [wanted])
}

/** The todo list is loaded again when it changed elsewhere; true for a reminder. */
function takeTodo(message: PushMessage): message is Reminder {
  const changed = message.optType === 'mailbox' && message.kind === 'todo'
  const all = message.optType === 'resync'
  if (changed || all) void queryClient.invalidateQueries({ queryKey: ['todo'] })
  return message.optType === 'todo'
}

/** Lists and counts of approval are asked for again; what it made of the mail itself is told by itself. */
function takeApproval(message: PushMessage): void {
  const changed = message.optType === 'mailbox' && message.kind === 'approval'
  if (changed) showApproval()
  if (changed || message.optType === 'resync')
    void queryClient.invalidateQueries({ queryKey: ['approval'] })
}

const isOther =
  ({ pendingId }: Reminder) =>
  (one: Reminder) =>
    one.pendingId !== pendingId

/** Counters come with the message; the folders themselves are loaded again a moment later (PUSH-05). */
function takeCounts(message: PushMessage): void {
  if (message.optType === 'resync') forgetCounts()
  if (message.optType === 'mailbox') applyCounts(message.folders, message.modseq)
  if (message.optType === 'mailbox' || message.optType === 'resync')
    refreshFolders(limits.folderRefreshAfterPush)
}
