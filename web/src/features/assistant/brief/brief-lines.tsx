import { type BriefLine, briefKinds } from '@hongyan/contract/assistant-wire'
import { todo } from '@hongyan/contract/todo'
import { useState } from 'react'
import { Allowed } from '../../../lib/allowed.tsx'
import { type DateStyle, dayInWords, wholeDate } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle, useUser } from '../../../lib/me.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { iconCheck, iconTodo } from '../../../ui/icons.ts'
import { addTodo } from '../../todo/todo.public.ts'
import { showBehind } from '../open-assistant.public.ts'
import styles from './brief.module.css'

/** Lines under their kinds; each leads to its mail. */
export function BriefLines({ lines }: { lines: readonly BriefLine[] }) {
  const { t } = useTranslation('assistant')
  return briefKinds.map((kind) => {
    const own = lines.filter((one) => one.kind === kind)
    return own.length === 0 ? null : (
      <div key={kind}>
        <h3>{t(`brief.kind.${kind}`)}</h3>
        <ul className={styles.lines}>
          {own.map((line) => (
            <Line key={`${line.mailId} ${line.text}`} line={line} />
          ))}
        </ul>
      </div>
    )
  })
}

/** The same as text, for the clipboard and for who listens. */
export const briefText = (
  lines: readonly BriefLine[],
  nameOf: (kind: BriefLine['kind']) => string,
): string =>
  briefKinds
    .map((kind) => ({ kind, own: lines.filter((one) => one.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => [nameOf(kind), ...own.map(({ text }) => `- ${text}`)].join('\n'))
    .join('\n')

function Line({ line }: { line: BriefLine }) {
  const { t } = useTranslation('assistant')
  const style = useDateStyle()
  const { kind, text, who, due, mailId, mailboxId, from, at } = line
  const day = due === null ? '' : dayText(due, style)
  const label = t('brief.open', { from, day: wholeDate(at, style) })
  return (
    <li className={styles.line}>
      <Link to={`/reply/${mailboxId}/${mailId}`} title={label} onClick={showBehind} dir="auto">
        {text}
      </Link>
      <div className={styles.facts}>
        {who !== '' && <Who who={who} kind={kind} />}
        {day !== '' && <span>{t(kind === 'task' ? 'brief.due' : 'brief.on', { day })}</span>}
        {kind !== 'decision' && <ToTodo line={line} />}
      </div>
    </li>
  )
}

/** Nobody is called by the own name or address. */
function Who({ who, kind }: Pick<BriefLine, 'who' | 'kind'>) {
  const { t } = useTranslation('assistant')
  const user = useUser()
  const isMe = who === user?.userName || who.toLowerCase() === user?.emailAddr.toLowerCase()
  return <span>{isMe ? t(`brief.you.${kind}`) : t(`brief.who.${kind}`, { who })}</span>
}

/** The mail of a line, with what it says as note, on the todo list in one click. */
function ToTodo({ line: { mailId, text, due } }: { line: BriefLine }) {
  const { t } = useTranslation('assistant')
  const { zone } = useDateStyle()
  const { busy, error, attempt } = useAttempt()
  const [isThere, setThere] = useState(false)
  const add = async () => {
    const time = due === null ? 0 : noonOf(due, zone) - 3 * 3_600_000
    const dueTime = time > Date.now() ? new Date(time).toISOString() : null
    if (await attempt(() => addTodo(mailId, text, dueTime))) setThere(true)
  }
  return (
    <Allowed by={todo.save}>
      <Button
        kind="quiet"
        size="sm"
        icon={isThere ? iconCheck : iconTodo}
        disabled={busy || isThere}
        onClick={() => void add()}
      >
        {t(isThere ? 'brief.todoDone' : 'brief.todo')}
      </Button>
      {error !== null && <span role="alert">{error}</span>}
    </Allowed>
  )
}

/** With its year where that is another. */
function dayText(due: string, style: DateStyle): string {
  const noon = noonOf(due, style.zone)
  const isThisYear = due.startsWith(String(new Date().getFullYear()))
  return isThisYear ? dayInWords(noon, style) : wholeDate(new Date(noon).toISOString(), style)
}

/** Noon of a day in the person's zone. */
const noonOf = (day: string, zone: number): number =>
  Date.parse(`${day}T12:00:00Z`) - zone * 3_600_000
