import { answeringBeat, type BoxMail, publicBoxes } from '@hongyan/contract/public-boxes'
import type { PushMessage } from '@hongyan/contract/push'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { onSessionEnd } from '../../lib/session-end.ts'

type Told = (list: readonly BoxMail[]) => void

/** Mails that are asked for in the same moment, as the rows of a list, go in one call. */
const waiting = new Map<number, { resolve: Told; reject: (thrown: unknown) => void }[]>()
onSessionEnd(() => waiting.clear())

async function ask(): Promise<void> {
  const asked = [...waiting]
  waiting.clear()
  const asking = asked.flatMap(([, askers]) => askers)
  try {
    const mailIds = asked.map(([mailId]) => mailId)
    const { list } = await call(publicBoxes.mails, { body: { mailIds } })
    for (const { resolve } of asking) resolve(list)
  } catch (thrown) {
    for (const { reject } of asking) reject(thrown)
  }
}

async function load(mailId: number): Promise<BoxMail> {
  if (waiting.size === 0) setTimeout(() => void ask(), 0)
  const list = await new Promise<readonly BoxMail[]>((resolve, reject) => {
    waiting.set(mailId, [...(waiting.get(mailId) ?? []), { resolve, reject }])
  })
  const nothing = { mailId, sentBy: null, assignee: null, answering: [] }
  return list.find((one) => one.mailId === mailId) ?? nothing
}

const boxMailQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['box-mail', mailId],
    queryFn: () => load(mailId),
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever is answering may have died without a word.
    refetchInterval: ({ state }) =>
      (state.data?.answering.length ?? 0) > 0 ? answeringBeat : false,
  })

/** What the members of a mailbox know of a mail; undefined in the own mailbox, and until it is known. */
export function useBoxMail(mailId: number): BoxMail | undefined {
  const isMember = useUser()?.member != null
  return useQuery({ ...boxMailQuery(mailId), enabled: isMember }).data
}

/** Push says that members did something with mails. */
export function takeMembers(message: PushMessage): void {
  if (message.optType === 'resync') void queryClient.invalidateQueries({ queryKey: ['box-mail'] })
  if (message.optType !== 'mailbox' || message.kind !== 'members') return
  for (const id of message.mailIds)
    void queryClient.invalidateQueries({ queryKey: ['box-mail', id] })
}

/** Whoever looks elsewhere for so long has let the answer lie. */
const stillAtIt = 180_000

/** An answer is being written: it is on screen, or was a moment ago. */
export function useIsAtIt(isActive: boolean): boolean {
  const [isAtIt, setAtIt] = useState(isActive)
  useEffect(() => {
    if (isActive) return setAtIt(true)
    const timer = setTimeout(() => setAtIt(false), stillAtIt)
    return () => clearTimeout(timer)
  }, [isActive])
  return isActive || isAtIt
}

/** Tells the other members that this mail is being answered here, for as long as somebody is at it. */
export function useAnswering(mailId: number, isAtIt: boolean): void {
  const level = useUser()?.member?.level
  const mayAnswer = isAtIt && level !== undefined && level !== 'read'
  useEffect(() => {
    if (!mayAnswer) return
    const say = (active: boolean) =>
      // A sign that is lost is given again; the lease runs out by itself.
      call(publicBoxes.answering, { body: { mailId, active } }, { keepalive: !active }).catch(
        () => undefined,
      )
    void say(true)
    const timer = setInterval(() => void say(true), answeringBeat)
    return () => {
      clearInterval(timer)
      void say(false)
    }
  }, [mailId, mayAnswer])
}
