import type { MessageItem } from '@hongyan/contract/messages'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateStyle, fullTime, listTime } from '../../../lib/dates.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  iconForward,
  iconPaperclip,
  iconPin,
  iconReply,
  iconStar,
  iconWarning,
} from '../../../ui/icons.ts'
import type { RowActions } from '../action-types.ts'
import { fullNameOf, nameOf, plainLine } from '../people.ts'
import styles from './message-list.module.css'

interface MessageRowProps {
  item: MessageItem
  index: number
  selected: boolean
  /** The row that Tab reaches. */
  current: boolean
  /** Shown in the reader. */
  opened: boolean
  /** The list is of mail we wrote: recipients stand where the sender would. */
  outgoing: boolean
  showSize: boolean
  dateStyle: DateStyle
  actions: RowActions
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, index, selected, current, opened, outgoing, showSize, dateStyle, actions } = props
  const { t } = useTranslation('list')
  const people = outgoing ? item.mailTo : [item.mailFrom]
  const names = people.map(nameOf).join(', ') || t(outgoing ? 'noRecipients' : 'noSender')
  const subject = plainLine(item.mailSubject) || t('noSubject')
  const openPlainly = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return
    event.preventDefault()
    if (event.shiftKey) actions.toggle(item, true)
    else actions.open(item)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of interactive rows, not a table of data
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-current={opened || undefined}
      aria-label={rowLabel(props, { names, subject }, t)}
      tabIndex={current ? 0 : -1}
      data-id={item.mailId}
      data-unread={!item.seen || undefined}
      data-starred={item.starred || undefined}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      className={styles.row}
      onPointerEnter={() => actions.peek(item)}
      onPointerDown={() => actions.peek(item)}
      onFocus={() => actions.focus(item)}
    >
      <Cell className={styles.mark}>
        <span className={styles.face}>
          <Avatar
            name={people[0] ? nameOf(people[0]) : '?'}
            address={people[0]?.address ?? ''}
            size={32}
          />
        </span>
        <input
          type="checkbox"
          className={styles.check}
          tabIndex={-1}
          checked={selected}
          aria-label={t('selectRow', { subject })}
          onChange={() => actions.toggle(item, false)}
          onClick={(event) => {
            if (!event.shiftKey) return
            event.preventDefault()
            actions.toggle(item, true)
          }}
        />
      </Cell>
      <Cell className={styles.from} title={people.map(fullNameOf).join(', ')}>
        <span className={styles.names}>
          {item.draft && <b className={styles.draft}>{t('draftMark')} </b>}
          {names}
        </span>
      </Cell>
      <Cell className={styles.topic}>
        <a
          className={styles.open}
          href={`#${actions.hrefOf(item)}`}
          tabIndex={-1}
          draggable={false}
          onClick={openPlainly}
        >
          <span className={styles.subject}>{subject}</span>
        </a>
        <span className={styles.preview}>{plainLine(item.preview)}</span>
      </Cell>
      <Cell className={styles.marks}>
        <Marks item={item} />
      </Cell>
      {showSize && <Cell className={styles.size}>{formatSize(item.size)}</Cell>}
      <Cell className={styles.time} title={fullTime(item.receivedTime, dateStyle)}>
        {listTime(item.receivedTime, dateStyle)}
      </Cell>
      <Cell className={styles.starCell}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.star}
          aria-pressed={item.starred}
          aria-label={t('star')}
          onClick={() => actions.star(item)}
        >
          <Icon icon={iconStar} size={18} filled={item.starred} />
        </button>
      </Cell>
    </div>
  )
})

interface CellProps {
  className: string | undefined
  title?: string
  children: ReactNode
}

function Cell(props: CellProps) {
  // biome-ignore lint/a11y/useSemanticElements: cells of a grid of interactive rows
  // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, not its cells
  return <span role="gridcell" {...props} />
}

function Marks({ item }: { item: MessageItem }) {
  const { t } = useTranslation('list')
  const failed = item.sendState === 'failed' || item.sendState === 'bounced'
  const marks: [boolean, string, string][] = [
    [failed, iconWarning, t('sendFailed')],
    [item.pinned, iconPin, t('pinned')],
    [item.answered, iconReply, t('answered')],
    [item.forwarded, iconForward, t('forwarded')],
    [item.hasAttachment, iconPaperclip, t('attachment')],
  ]
  return marks.map(([shown, icon, title]) =>
    shown ? (
      <span key={title} title={title} data-failed={icon === iconWarning || undefined}>
        <Icon icon={icon} size={16} />
      </span>
    ) : null,
  )
}

/** What a screen reader says for the row. */
function rowLabel(
  { item, dateStyle }: MessageRowProps,
  { names, subject }: { names: string; subject: string },
  t: (key: string) => string,
): string {
  const states = [
    item.seen ? '' : t('unreadMark'),
    item.starred ? t('starredMark') : '',
    item.hasAttachment ? t('attachment') : '',
  ]
  return [...states, names, subject, listTime(item.receivedTime, dateStyle)]
    .filter(Boolean)
    .join(', ')
}
