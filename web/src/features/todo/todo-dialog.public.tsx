import { limits } from '@hongyan/contract/limits'
import { todo } from '@hongyan/contract/todo'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { fullTime, spokenTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { useDateStyle } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { instantOf, localMinute } from '../../lib/zone-time.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLeaving } from '../../ui/use-leaving.tsx'
import { duePresets } from './due-times.ts'
import styles from './todo.module.css'
import { refreshTodos, todoOfMailQuery } from './todo-query.ts'

interface TodoDialogProps {
  mailId: number
  subject: string
  onClose: () => void
}

/** Puts a mail on the todo list, or changes its entry. */
export function TodoDialog(props: TodoDialogProps) {
  const { t } = useTranslation('todo')
  const { data, isPending } = useQuery(todoOfMailQuery(props.mailId))
  const { zone } = useDateStyle()
  if (isPending) {
    return (
      <Dialog title={t('dialogTitle')} closeLabel={t('common:close')} onClose={props.onClose}>
        <Spinner label={t('common:loading')} />
      </Dialog>
    )
  }
  const due = data?.dueTime ? localMinute(Date.parse(data.dueTime), zone) : ''
  return <TodoForm {...props} known={!!data} start={{ due, note: data?.note ?? '' }} />
}

type TodoFormProps = TodoDialogProps & { known: boolean; start: { due: string; note: string } }

function TodoForm({ mailId, subject, onClose, known, start }: TodoFormProps) {
  const { t } = useTranslation('todo')
  const format = useTimeFormat()
  const { zone } = format
  const [due, setDue] = useState(start.due)
  const [note, setNote] = useState(start.note)
  const { busy, error, attempt } = useAttempt()
  const leaving = useLeaving(note, useLeavingWords(), onClose)
  const onSave = async () => {
    const body = { mailId, dueTime: instantOf(due, zone), note }
    if (!(await attempt(() => call(todo.save, { body })))) return
    await refreshTodos()
    toast({ kind: 'success', text: t(known ? 'changed' : 'added') })
    onClose()
  }
  return (
    <FormDialog
      title={t('dialogTitle')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('settings:save') }}
      width={480}
      busy={busy}
      error={error}
      startsAtSubmit
      onClose={onClose}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void onSave()}
    >
      <p className={styles.about}>
        <Isolated>{subject}</Isolated>
      </p>
      <Presets due={due} onChoose={setDue} />
      <DateTimeField
        format={format}
        label={t('due')}
        hint={t('dueHint')}
        value={due}
        onChange={setDue}
      />
      <TextArea
        label={t('note')}
        rows={2}
        maxLength={limits.todoNote}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {leaving.question}
    </FormDialog>
  )
}

function Presets({ due, onChoose }: { due: string; onChoose: (due: string) => void }) {
  const { t } = useTranslation('todo')
  const style = useDateStyle()
  const [now] = useState(Date.now)
  return (
    <fieldset className={styles.presets} aria-label={t('presets')}>
      {duePresets(now, style.zone).map(({ preset, time }) => {
        const local = localMinute(time, style.zone)
        return (
          <Button
            key={preset}
            size="sm"
            aria-pressed={due === local}
            className={due === local ? styles.chosen : undefined}
            title={fullTime(new Date(time).toISOString(), style)}
            onClick={() => onChoose(local)}
          >
            {t(`preset.${preset}`, { time: spokenTime(time, style).time })}
          </Button>
        )
      })}
      <Button
        size="sm"
        aria-pressed={due === ''}
        className={due === '' ? styles.chosen : undefined}
        onClick={() => onChoose('')}
      >
        {t('preset.none')}
      </Button>
    </fieldset>
  )
}
