import { type TodoItem, todo } from '@hongyan/contract/todo'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { call } from '../../lib/api.ts'
import { fullTime, listTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useMay } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  iconCheck,
  iconClock,
  iconClose,
  iconDraft,
  iconRestore,
  iconTrash,
} from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { nameOf } from '../messages/messages.public.ts'
import styles from './todo.module.css'
import { TodoDialog } from './todo-dialog.public.tsx'
import { refreshTodos, todosQuery } from './todo-query.ts'

/** /todo: mail that waits for something to be done about it (R56). */
export function TodoScreen() {
  const { t } = useTranslation('todo')
  const [done, setDone] = useState(false)
  const [editing, setEditing] = useState<TodoItem | null>(null)
  const [destroying, setDestroying] = useState<TodoItem | null>(null)
  return (
    <section className={styles.screen} aria-label={t('title')}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('title')}</h1>
        <fieldset className={styles.tabs} aria-label={t('show')}>
          {[false, true].map((which) => (
            <Button
              key={String(which)}
              kind="quiet"
              size="sm"
              aria-pressed={done === which}
              className={done === which ? styles.chosen : undefined}
              onClick={() => setDone(which)}
            >
              {t(which ? 'done' : 'open')}
            </Button>
          ))}
        </fieldset>
      </header>
      <List key={String(done)} done={done} onEdit={setEditing} onDestroy={setDestroying} />
      {editing && (
        <TodoDialog
          mailId={editing.mailId}
          subject={editing.mailSubject}
          onClose={() => setEditing(null)}
        />
      )}
      {destroying && <DestroyQuestion item={destroying} onClose={() => setDestroying(null)} />}
    </section>
  )
}

interface ListProps {
  done: boolean
  onEdit: (item: TodoItem) => void
  onDestroy: (item: TodoItem) => void
}

function List({ done, onEdit, onDestroy }: ListProps) {
  const { t } = useTranslation('todo')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    todosQuery(done),
  )
  if (error && !data) {
    return (
      <EmptyState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
      />
    )
  }
  if (!data) {
    return (
      <div className={styles.waiting}>
        {[70, 82, 64].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  }
  const items = data.pages.flatMap(({ list }) => list)
  if (items.length === 0 && !hasNextPage) {
    return (
      <EmptyState
        title={t(done ? 'noneDone' : 'none')}
        text={t(done ? 'noneDoneText' : 'noneText')}
        picture={<Icon icon={iconClock} size={48} />}
      />
    )
  }
  return (
    <div className={styles.scroll}>
      <ul>
        {items.map((item) => (
          <Row
            key={item.pendingId}
            item={item}
            onEdit={() => onEdit(item)}
            onDestroy={() => onDestroy(item)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  item: TodoItem
  onEdit: () => void
  onDestroy: () => void
}

function Row({ item, onEdit, onDestroy }: RowProps) {
  const { t } = useTranslation('todo')
  const { pendingId, mailId, mailboxId, mailSubject, mailFrom, note, done } = item
  const may = useMay()
  const subject = mailSubject || t('list:noSubject')
  const mark = (over: boolean) =>
    attempt(async () => {
      await call(todo.over, { body: { pendingIds: [pendingId], over } })
      await refreshTodos()
      if (over) {
        const undo = { label: t('common:undo'), run: () => void mark(false) }
        toast({ kind: 'success', text: t('markedDone'), action: undo })
      }
    })
  const remove = () =>
    attempt(async () => {
      await call(todo.remove, { body: { pendingIds: [pendingId] } })
      await refreshTodos()
    })
  return (
    <li className={styles.row} data-done={done || undefined}>
      <Allowed by={todo.over}>
        <IconButton
          icon={done ? iconRestore : iconCheck}
          label={t(done ? 'reopen' : 'complete')}
          onClick={() => void mark(!done)}
        />
      </Allowed>
      <Link to={`/reply/${mailboxId}/${mailId}`} className={styles.mail}>
        <span className={styles.subject}>
          <Isolated>{subject}</Isolated>
        </span>
        <span className={styles.from}>
          <Isolated>{nameOf(mailFrom)}</Isolated>
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </Link>
      <Due item={item} />
      {!done && may(todo.save) && (
        <IconButton icon={iconDraft} label={t('edit')} onClick={onEdit} />
      )}
      <Allowed by={todo.remove}>
        <IconButton icon={iconClose} label={t('remove')} onClick={() => void remove()} />
      </Allowed>
      {done && may(todo.destroyDone) && (
        <IconButton icon={iconTrash} label={t('destroy')} onClick={onDestroy} />
      )}
    </li>
  )
}

/** When it is due; what is late says so in words and colour. */
function Due({ item: { dueTime, done } }: { item: TodoItem }) {
  const { t } = useTranslation('todo')
  const style = useDateStyle()
  if (!dueTime) return <span className={styles.due}>{t('someTime')}</span>
  const late = !done && Date.parse(dueTime) < Date.now()
  const today = listTime(dueTime, style).includes(':')
  return (
    <time
      className={styles.due}
      dateTime={dueTime}
      title={fullTime(dueTime, style)}
      data-late={late || undefined}
    >
      {late && <span className={styles.late}>{t('late')}</span>}
      {today ? t('today', { time: listTime(dueTime, style) }) : listTime(dueTime, style)}
    </time>
  )
}

function DestroyQuestion({ item, onClose }: { item: TodoItem; onClose: () => void }) {
  const { t } = useTranslation('todo')
  const onConfirm = () => {
    onClose()
    void attempt(async () => {
      await call(todo.destroyDone, { body: { pendingIds: [item.pendingId] } })
      await refreshTodos()
    })
  }
  return (
    <ConfirmDialog
      title={t('destroyTitle')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('list:deleteForGood'),
      }}
      danger
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      {t('destroyText', { subject: item.mailSubject })}
    </ConfirmDialog>
  )
}
