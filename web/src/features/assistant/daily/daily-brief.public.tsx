import { assistantLists } from '@hongyan/contract/assistant-lists'
import type { AssistantMessage, BriefLine, MailsRead } from '@hongyan/contract/assistant-wire'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { dayInWords } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { whenIdle } from '../../../lib/idle.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useDateStyle, useSettings } from '../../../lib/me.ts'
import { sessionStore } from '../../../lib/session-store.ts'
import { useChosen } from '../../../lib/use-chosen.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { iconStop } from '../../../ui/icons-later.ts'
import { Switch } from '../../../ui/switch.tsx'
import { saveSetting } from '../../settings/undo.public.ts'
import { OnceNote } from '../beyond/once-note.tsx'
import { useOnce } from '../beyond/use-once.ts'
import { BriefLines, briefText } from '../brief/brief-lines.tsx'
import styles from './daily.module.css'

interface Daily {
  /** Of which day it is, in words; '' for none. */
  day: string
  brief: readonly BriefLine[]
  mails: MailsRead | null
}

const none: Daily = { day: '', brief: [], mails: null }

/** The brief of the day stays while other screens are looked at. */
const useDaily = sessionStore<Daily>(() => none)

/** What the day asks for, by the mail that newly came: when it is asked for, or by itself where that is wanted. */
export function DailyBrief() {
  const { t } = useTranslation('assistant')
  const style = useDateStyle()
  const isWanted = useSettings()?.assistantDaily === 1
  const { day, brief, mails } = useDaily()
  const { answer, ask, stop } = useOnce()
  const today = dayInWords(Date.now(), style)
  const isOpen = answer?.state === 'waiting' || answer?.state === 'streaming'
  const isThere = day === today && mails !== null
  const begin = () => {
    useDaily.setState(none)
    ask(
      () => call(assistantLists.daily, { body: { answerIn: currentLanguage() } }),
      (message) => useDaily.setState((now) => withMessage(now, message, today)),
    )
  }
  const latest = useRef(begin)
  latest.current = begin
  // Once, after what the screen is for stands there.
  useEffect(() => {
    if (isWanted && !isThere) whenIdle(() => latest.current())
  }, [isWanted, isThere])
  const lines = briefText(brief, (kind) => t(`brief.kind.${kind}`))
  const said = lines === '' && isThere ? t('daily.none') : lines
  return (
    <div className={styles.brief}>
      {!isThere && answer === null && <p className={styles.note}>{t('daily.hint')}</p>}
      {isThere && <BriefLines lines={brief} />}
      {isThere && !isOpen && brief.length === 0 && <p>{t('daily.none')}</p>}
      {answer !== null && <OnceNote answer={answer} said={said} />}
      {isThere && !isOpen && <Basis mails={mails} />}
      <div className={styles.row}>
        <Button size="sm" icon={isOpen ? iconStop : iconSpark} onClick={isOpen ? stop : begin}>
          {t(isOpen ? 'stop' : isThere ? 'daily.again' : 'daily.make')}
        </Button>
        <ByItself on={isWanted} />
      </div>
    </div>
  )
}

function withMessage(now: Daily, { brief = [], mails }: AssistantMessage, day: string): Daily {
  return { day, brief: [...now.brief, ...brief], mails: mails ?? now.mails }
}

/** What it stands on, and what is not in it. */
function Basis({ mails: { read, left } }: { mails: MailsRead }) {
  const { t } = useTranslation('assistant')
  return (
    <p className={styles.note}>
      {t('daily.read', { count: read })}
      {left > 0 && <> · {t('daily.left', { count: left })}</>}
    </p>
  )
}

function ByItself({ on }: { on: boolean }) {
  const { t } = useTranslation('assistant')
  const [chosen, choose] = useChosen(on)
  const turn = (next: boolean) =>
    choose(next, () =>
      saveSetting({ key: 'assistantDaily', value: next ? 1 : 0 }, t('settings:assistantDaily')),
    )
  return (
    <Switch checked={chosen} onChange={(event) => turn(event.target.checked)}>
      {t('daily.auto')}
    </Switch>
  )
}
