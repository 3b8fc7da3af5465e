import type { HomeIndex } from '@hongyan/contract/home'
import type { MessageItem } from '@hongyan/contract/messages'
import { type TodoItem, todo as todoApi } from '@hongyan/contract/todo'
import { Allowed } from '../../lib/allowed.tsx'
import { call } from '../../lib/api.ts'
import { fullTime, listTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useMay } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { attempt } from '../../lib/trouble.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconCheck, iconClock, iconDraft, iconInbox, iconTodo } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { toast } from '../../ui/toast-store.ts'
import { composePath, nameOf, plainLine, writeNeeds } from '../messages/messages.public.ts'
import { refreshTodos } from '../todo/todo.public.ts'
import styles from './home.module.css'
import { Card } from './home-card.tsx'
import { refreshHome } from './use-home.ts'

/** Unread mail from people who matter. */
export function UnreadCard({ unread }: { unread: HomeIndex['unread'] }) {
  const { t } = useTranslation('home')
  if (unread.count === 0) return null
  const more = { to: '/inbox', text: t('allUnread', { count: unread.count }) }
  return (
    <Card title={t('important')} icon={iconInbox} more={more}>
      {unread.list.length === 0 && <p className={styles.quiet}>{t('noneImportant')}</p>}
      <ul>
        {unread.list.map((item) => (
          <MailLine key={item.mailId} item={item} who={nameOf(item.mailFrom)} isUnread />
        ))}
      </ul>
    </Card>
  )
}

/** What was sent some days ago and waits for its answer. */
export function UnansweredCard({ list }: { list: readonly MessageItem[] }) {
  const { t } = useTranslation('home')
  if (list.length === 0) return null
  return (
    <Card title={t('unanswered')} icon={iconClock}>
      <ul>
        {list.map((item) => (
          <MailLine key={item.mailId} item={item} who={receiversOf(item, t('nobody'))} />
        ))}
      </ul>
    </Card>
  )
}

/** Drafts that were left. */
export function DraftsCard({ drafts }: { drafts: HomeIndex['drafts'] }) {
  const { t } = useTranslation('home')
  const mayWrite = useMay()(writeNeeds)
  if (drafts.list.length === 0) return null
  const more = { to: '/draftbox', text: t('allDrafts', { count: drafts.count }) }
  return (
    <Card title={t('draftsLeft')} icon={iconDraft} more={more}>
      <ul>
        {drafts.list.map((item) => (
          <MailLine
            key={item.mailId}
            item={item}
            who={receiversOf(item, t('nobody'))}
            {...(mayWrite && { to: composePath('editAgain', item.mailId) })}
          />
        ))}
      </ul>
    </Card>
  )
}

const receiversOf = ({ mailTo }: MessageItem, nobody: string): string =>
  mailTo.map(nameOf).join(', ') || nobody

interface MailLineProps {
  item: MessageItem
  who: string
  isUnread?: boolean
  to?: string
}

function MailLine({ item, who, isUnread = false, to }: MailLineProps) {
  const { t } = useTranslation('home')
  const style = useDateStyle()
  const { mailId, mailboxId, mailSubject, preview, receivedTime, mailFrom, mailTo } = item
  const face = isUnread ? mailFrom : (mailTo[0] ?? { name: who, address: '' })
  return (
    <li>
      <Link
        to={to ?? `/reply/${mailboxId}/${mailId}`}
        data-stop
        data-unread={isUnread || undefined}
        className={styles.line}
      >
        <Avatar name={nameOf(face)} address={face.address} size={36} plain={item.stranger} />
        <span className={styles.who}>
          <Isolated>{who}</Isolated>
        </span>
        <time className={styles.when} dateTime={receivedTime} title={fullTime(receivedTime, style)}>
          {listTime(receivedTime, style)}
        </time>
        <span className={styles.topic}>
          <span className={styles.subject}>
            <Isolated>{plainLine(mailSubject) || t('list:noSubject')}</Isolated>
          </span>
          {preview && (
            <span className={styles.preview}>
              <Isolated>{plainLine(preview)}</Isolated>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

/** What waits to be done, the next due first; it can be ticked off here. */
export function TodoCard({ todo }: { todo: HomeIndex['todo'] }) {
  const { t } = useTranslation('home')
  const { list, following } = useRowFocus<HTMLUListElement>()
  if (todo.list.length === 0) return null
  return (
    <Card title={t('todo')} icon={iconTodo} more={{ to: '/todo', text: t('allTodo') }}>
      <ul ref={list} {...following}>
        {todo.list.map((item) => (
          <TodoLine key={item.pendingId} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function TodoLine({ item }: { item: TodoItem }) {
  const { t } = useTranslation('home')
  const style = useDateStyle()
  const { pendingId, mailId, mailboxId, mailSubject, mailFrom, note, dueTime } = item
  const late = dueTime !== null && Date.parse(dueTime) < Date.now()
  const mark = (over: boolean) =>
    attempt(async () => {
      await call(todoApi.over, { body: { pendingIds: [pendingId], over } })
      await Promise.all([refreshHome(), refreshTodos()])
      if (!over) return
      const undo = { label: t('common:undo'), run: () => void mark(false) }
      toast({ kind: 'success', text: t('todo:markedDone'), action: undo })
    })
  return (
    <li className={styles.task}>
      <Allowed by={todoApi.over}>
        <IconButton icon={iconCheck} label={t('todo:complete')} onClick={() => void mark(true)} />
      </Allowed>
      <Link to={`/reply/${mailboxId}/${mailId}`} data-stop className={styles.taskLine}>
        <span className={styles.subject}>
          <Isolated>{plainLine(mailSubject) || t('list:noSubject')}</Isolated>
        </span>
        <span className={styles.preview}>
          <Isolated>{plainLine(note) || nameOf(mailFrom)}</Isolated>
        </span>
      </Link>
      {dueTime && (
        <time
          className={styles.due}
          data-late={late || undefined}
          dateTime={dueTime}
          title={fullTime(dueTime, style)}
        >
          {late ? t('late', { time: listTime(dueTime, style) }) : listTime(dueTime, style)}
        </time>
      )}
    </li>
  )
}
