import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { forgetSubscription } from '../features/push/push.public.ts'
import { showLanguage, useTranslation } from '../lib/i18n.ts'
import { languageWasChosen, rememberLanguage } from '../lib/language.ts'
import { showLooks } from '../lib/looks.ts'
import { settingsQuery, userQuery } from '../lib/me.ts'
import { isSignedIn, markPasswordOwed, type SessionEvent, subscribe } from '../lib/session.ts'
import { forgetSession } from '../lib/session-end.ts'
import { keepLogoutLink, takeReturned } from '../lib/tokens.ts'
import { keepWho } from '../lib/who-is-here.ts'
import { clearToasts, toast } from '../ui/toast-store.ts'

/** Acts on session events of this tab and the others: end, expiry, and a login elsewhere. */
export function SessionWatch({ go }: { go: (path: string) => void }) {
  const { t } = useTranslation()
  const latest = useRef({ go, t })
  useEffect(() => {
    latest.current = { go, t }
  })
  useEffect(
    () =>
      subscribe((event) => {
        const { go, t } = latest.current
        if (event.kind !== 'signed-out' && event.kind !== 'expired') return follow(event, go)
        forgetSession(event.kind)
        clearToasts()
        // What the browser keeps beyond this page is not left to code that may never have been loaded.
        void forgetSubscription().catch(() => undefined)
        if (event.kind === 'expired') toast({ kind: 'error', text: t('expired') })
        leave(event.goTo, go)
      }),
    [],
  )
  useEffect(() => {
    if (takeReturned()) toast({ kind: 'info', text: latest.current.t('returned') })
  }, [])
  useOwnSettings()
  useOwnName()
  return null
}

/** Events after which somebody is signed in all the same; that the screen was locked is said by the lock screen itself. */
function follow(event: SessionEvent, go: (path: string) => void): void {
  if (event.kind === 'switched') followSwitch()
  if (event.kind === 'password-owed') payPassword(go)
  if (event.kind === 'signed-in' && event.elsewhere) go('/')
}

/** What is open here belongs to the mailbox that was left: it goes, and the page begins anew in the other one. */
function followSwitch(): void {
  forgetSession('signed-out')
  location.assign('/')
}

/** Nothing else is answered before it (ROUTES-05). */
function payPassword(go: (path: string) => void): void {
  markPasswordOwed(true)
  go('/firstResetPsd')
}

/** Into the app's own pages, or to where the organisation sends whoever signs out (AUTH-16). */
function leave(goTo: string, go: (path: string) => void): void {
  const isElsewhere = !goTo.startsWith('/')
  go(isElsewhere ? '/login' : goTo)
  if (isElsewhere) location.assign(goTo)
}

/** Language (unless chosen on this device) and looks of the signed-in user. */
function useOwnSettings(): void {
  const { data } = useQuery({ ...settingsQuery, enabled: isSignedIn() })
  useEffect(() => {
    if (!data) return
    showLooks(data)
    keepLogoutLink(data.logoutLink)
    if (languageWasChosen()) return
    rememberLanguage(data.language)
    void showLanguage(data.language)
  }, [data])
}

/** Who it is, told to this tab's storage; an answer that comes after the end is nobody's. */
function useOwnName(): void {
  const { data } = useQuery({ ...userQuery, enabled: isSignedIn() })
  useEffect(() => {
    if (data && isSignedIn()) keepWho(data)
  }, [data])
}
