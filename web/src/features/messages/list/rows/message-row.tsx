import type { FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { fullTime, listTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { formatSize } from '../../../../lib/sizes.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconStar } from '../../../../ui/icons.ts'
import { Isolated } from '../../../../ui/isolated.tsx'
import { LabelChips } from '../../../labels/labels.public.tsx'
import { AssigneeMark } from '../../../public-boxes/public-boxes.public.ts'
import type { RowActions, Spot } from '../../action-types.ts'
import { fullNameOf, nameOf, plainLine } from '../../people.ts'
import styles from '../message-list.module.css'
import { RowButtons } from './row-buttons.tsx'
import tags from './row-marks.module.css'
import { FolderTag, RowMarks, SenderTags } from './row-marks.tsx'
import type { RowStyle } from './use-row-style.ts'

interface MessageRowProps {
  item: MessageItem
  index: number
  selected: boolean
  /** The row that Tab reaches. */
  current: boolean
  /** Shown in the reader. */
  opened: boolean
  /** Where the words of a search stand; absent where nothing was searched. */
  hit?: 'subject' | 'text' | undefined
  /** The folder of the row, where the list is not of one folder. */
  folder: RowFolder | undefined
  /** What the folder of the list is for; null in own folders and in lists over folders. */
  role: FolderRole | null
  rowStyle: RowStyle
  actions: RowActions
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, index, selected, current, opened, folder, role, rowStyle, actions } = props
  const [hovered, setHovered] = useState(false)
  const outgoing = isOutgoing(folder ? folder.role : role)
  const { t } = useTranslation('list')
  const people = peopleOf(item, outgoing)
  const names = people.map(nameOf).join(', ') || t(outgoing ? 'noRecipients' : 'noSender')
  const subject = plainLine(item.mailSubject) || t('noSubject')
  const unread = isUnread(item)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of interactive rows, not a table of data
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-current={opened || undefined}
      aria-label={rowLabel(props, { names, subject, unread }, t)}
      tabIndex={current ? 0 : -1}
      data-id={item.mailId}
      data-unread={unread || undefined}
      data-starred={item.starred || undefined}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      data-hit={props.hit}
      className={styles.row}
      onPointerEnter={({ pointerType }) => {
        actions.peek(item, false)
        setHovered(pointerType === 'mouse')
      }}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={() => actions.peek(item, true)}
      onFocus={() => actions.focus(item)}
      onContextMenu={(event) => {
        event.preventDefault()
        actions.menu(item, spotOf(event))
      }}
    >
      <Pick
        item={item}
        label={t('selectRow', { subject })}
        {...{ selected, actions }}
        person={outgoing ? people[0] : people.at(-1)}
      />
      <Cell className={styles.from} title={people.map(fullNameOf).join(', ')}>
        <Sender item={item} names={names} people={people} rowStyle={rowStyle} outgoing={outgoing} />
      </Cell>
      <Cell className={styles.topic}>
        <LabelChips ids={item.labels} />
        <Subject item={item} subject={subject} actions={actions} />
        {rowStyle.preview && (
          <span className={styles.preview} dir="auto">
            {plainLine(item.preview)}
          </span>
        )}
      </Cell>
      <Ends {...props} />
      {hovered && <RowButtons item={item} role={folder ? folder.role : role} actions={actions} />}
    </div>
  )
})

/** What stands at the end of a row. */
function Ends({ item, folder, rowStyle, actions }: MessageRowProps) {
  const { t } = useTranslation('list')
  return (
    <>
      <Cell className={styles.marks}>
        {folder && <FolderTag title={folder.title} />}
        {rowStyle.assignee && <AssigneeMark mailId={item.mailId} />}
        <RowMarks item={item} />
      </Cell>
      {rowStyle.size && <Cell className={styles.size}>{formatSize(item.size)}</Cell>}
      <Cell className={styles.time} title={fullTime(item.receivedTime, rowStyle.date)}>
        {listTime(item.receivedTime, rowStyle.date)}
      </Cell>
      <Cell className={styles.starCell}>
        {rowStyle.mayStar ? (
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
        ) : (
          item.starred && <Icon icon={iconStar} size={18} filled />
        )}
      </Cell>
    </>
  )
}

/** What a row says of its folder. */
export interface RowFolder {
  title: string
  role: FolderRole | null
}

/** Of mail we wrote the recipients stand where the sender would. */
const isOutgoing = (role: FolderRole | null): boolean => role === 'sent' || role === 'drafts'

/** The place of the pointer; of a menu key, which has none, the row's own. */
function spotOf(event: MouseEvent<HTMLElement>): Spot {
  const { clientX: x, clientY: y, buttons, currentTarget } = event
  if (x > 0 || y > 0) return { x, y, pressed: buttons !== 0 }
  const box = currentTarget.getBoundingClientRect()
  return { x: box.left + 48, y: box.top + box.height / 2, pressed: false }
}

const isUnread = ({ seen, conversation }: MessageItem): boolean =>
  !seen || (conversation?.unread ?? 0) > 0

interface SenderProps {
  item: MessageItem
  names: string
  people: MessageItem['mailTo']
  outgoing: boolean
  rowStyle: RowStyle
}

function Sender({ item, names, people, outgoing, rowStyle }: SenderProps) {
  const { t } = useTranslation('list')
  const count = item.conversation?.count ?? 1
  const [first] = people
  return (
    <>
      <span className={styles.names} dir="auto" data-person>
        {item.draft && <b className={styles.draft}>{t('draftMark')} </b>}
        {item.sendState === 'scheduled' && (
          <b className={styles.scheduled}>{t('scheduledMark')} </b>
        )}
        {item.sendState === 'awaiting-approval' && (
          <b className={styles.scheduled}>{t('approvalMark')} </b>
        )}
        {names}
      </span>
      {count > 1 && <span className={tags.count}>{count > 99 ? '99+' : count}</span>}
      {rowStyle.address && first && people.length === 1 && (
        <span className={tags.address}>
          <Isolated>{plainLine(first.address)}</Isolated>
        </span>
      )}
      {!outgoing && <SenderTags item={item} rowStyle={rowStyle} />}
    </>
  )
}

const peopleOf = ({ conversation, mailTo, mailFrom }: MessageItem, outgoing: boolean) => {
  if (outgoing) return mailTo
  return conversation && conversation.people.length > 1
    ? conversation.people.toReversed()
    : [mailFrom]
}

interface PickProps {
  item: MessageItem
  label: string
  selected: boolean
  person: MessageItem['mailFrom'] | undefined
  actions: RowActions
}

/** Face and check box in one place. */
function Pick({ item, label, selected, person, actions }: PickProps) {
  return (
    <Cell className={styles.mark}>
      <span className={styles.face}>
        <Avatar
          name={person ? nameOf(person) : '?'}
          address={person?.address ?? ''}
          size={32}
          plain={item.stranger}
        />
      </span>
      <input
        type="checkbox"
        className={styles.check}
        tabIndex={-1}
        checked={selected}
        aria-label={label}
        onChange={() => actions.toggle(item, false)}
        onClick={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          actions.toggle(item, true)
        }}
      />
    </Cell>
  )
}

interface SubjectProps {
  item: MessageItem
  subject: string
  actions: RowActions
}

function Subject({ item, subject, actions }: SubjectProps) {
  const openPlainly = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return
    event.preventDefault()
    if (event.shiftKey) actions.toggle(item, true)
    else actions.open(item)
  }
  return (
    <a
      className={styles.open}
      href={`#${actions.hrefOf(item)}`}
      tabIndex={-1}
      draggable={false}
      onClick={openPlainly}
    >
      <span className={styles.subject} dir="auto">
        {subject}
      </span>
    </a>
  )
}

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

/** What a screen reader says for the row. */
function rowLabel(
  { item, rowStyle, folder }: MessageRowProps,
  { names, subject, unread }: { names: string; subject: string; unread: boolean },
  t: Translate<'list'>,
): string {
  const count = item.conversation?.count ?? 1
  const states = [
    unread ? t('unreadMark') : '',
    item.important ? t('important') : '',
    item.pinned ? t('pinned') : '',
    item.starred ? t('starredMark') : '',
    item.color > 0 ? t(madeKey(`colors.${item.color}`)) : '',
    item.hasAttachment ? t('attachment') : '',
    rowStyle.strangerMark && item.stranger ? t('stranger') : '',
    count > 1 ? t('conversationOf', { count }) : '',
    folder ? t('inFolder', { folder: folder.title }) : '',
  ]
  return [...states, names, subject, listTime(item.receivedTime, rowStyle.date)]
    .filter(Boolean)
    .join(', ')
}
