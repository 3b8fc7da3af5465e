import type { HomeIndex } from '@hongyan/contract/home'
import { dayInWords, hourOf } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useUser } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { plainLine } from '../messages/messages.public.ts'
import styles from './home.module.css'
import { RiverSky } from './river-sky.tsx'

/** From which hour on a greeting holds. */
const greetings = [
  [5, 'morning'],
  [11, 'noon'],
  [13, 'afternoon'],
  [18, 'evening'],
] as const

const greetingAt = (hour: number) =>
  greetings.findLast(([from]) => hour >= from)?.[1] ?? ('evening' as const)

/** Who one is, which day it is, and the figures of the day; each leads to what it counts. */
export function HomeHead({ home }: { home: HomeIndex | undefined }) {
  const { t } = useTranslation('home')
  const style = useDateStyle()
  const name = plainLine(useUser()?.userName ?? '')
  const greeting = t(`greetings.${greetingAt(hourOf(Date.now(), style.zone))}`)
  return (
    <header className={styles.head}>
      <RiverSky className={styles.river} />
      <p className={styles.day}>{dayInWords(Date.now(), style)}</p>
      <h1 className={styles.greeting}>{name ? t('greet', { greeting, name }) : greeting}</h1>
      <ul className={styles.figures} aria-label={t('figures')}>
        <Figure to="/inbox" count={home?.unread.count} text={t('unreadInbox')} />
        <Figure to="/todo" count={home?.todo.count} most={50} text={t('todo')} />
        <Figure to="/draftbox" count={home?.drafts.count} text={t('drafts')} />
      </ul>
    </header>
  )
}

interface FigureProps {
  to: string
  count: number | undefined
  text: string
  /** Counting stops there. */
  most?: number
}

function Figure({ to, count, text, most = Number.POSITIVE_INFINITY }: FigureProps) {
  const shown = count === undefined ? '–' : count >= most ? `${most}+` : String(count)
  return (
    <li>
      <Link to={to} data-stop className={styles.figure}>
        <span className={styles.number}>{shown}</span>
        <span className={styles.what}>{text}</span>
      </Link>
    </li>
  )
}
