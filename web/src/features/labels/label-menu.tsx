import type { Label } from '@hongyan/contract/labels'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { iconPlus } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Popover, type TriggerProps } from '../../ui/popover.tsx'
import { markLabels } from './label-actions.ts'
import { LabelDot } from './label-chip.tsx'
import { changesOf, type Marks, marksOf, next } from './label-marks.ts'
import styles from './labels.module.css'
import { useEnabledLabels } from './labels-query.ts'

interface LabelMenuProps {
  /** The mails, asked for when the menu opens. */
  targets: () => readonly { mailId: number; labels: readonly number[] }[]
  /** Opens the dialog for a new label; it is put on the mails afterwards. */
  onCreate: (onSaved: (labelId: number) => void) => void
  trigger: (props: TriggerProps) => ReactNode
}

/** Puts several labels on mails, or takes them away, at once (MAILLIST-15). */
export function LabelMenu({ targets, onCreate, trigger }: LabelMenuProps) {
  const { t } = useTranslation('labels')
  return (
    <Popover
      label={t('mark')}
      role="dialog"
      align="end"
      trigger={trigger}
      className={styles.menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    >
      {(close) => <Choices mails={targets()} close={close} onCreate={onCreate} />}
    </Popover>
  )
}

interface ChoicesProps {
  mails: readonly { mailId: number; labels: readonly number[] }[]
  close: () => void
  onCreate: LabelMenuProps['onCreate']
}

function Choices({ mails, close, onCreate }: ChoicesProps) {
  const { t } = useTranslation('labels')
  const labels = useEnabledLabels()
  const [before] = useState(() => marksOf(mails))
  const [marks, setMarks] = useState<Marks>(before)
  const changes = changesOf(before, marks)
  const ids = mails.map(({ mailId }) => mailId)
  const apply = () => {
    close()
    void markLabels(ids, changes)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <ul className={styles.choices}>
        {labels.map((label) => (
          <Choice
            key={label.labelId}
            label={label}
            mark={marks.get(label.labelId)}
            onChange={() => setMarks(next(marks, label.labelId))}
          />
        ))}
      </ul>
      {labels.length === 0 && <p className={styles.none}>{t('none')}</p>}
      <div className={styles.menuEnd}>
        <Button
          size="sm"
          kind="quiet"
          icon={iconPlus}
          onClick={() => {
            close()
            onCreate((labelId) => void markLabels(ids, { add: [labelId], remove: [] }))
          }}
        >
          {t('create')}
        </Button>
        <Button
          size="sm"
          kind="primary"
          type="submit"
          disabled={changes.add.length + changes.remove.length === 0}
        >
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  label: Label
  mark: 'all' | 'some' | undefined
  onChange: () => void
}

function Choice({ label, mark, onChange }: ChoiceProps) {
  return (
    <li className={styles.choice}>
      <Checkbox
        aria-label={label.labelName}
        checked={mark === 'all'}
        mixed={mark === 'some'}
        onChange={onChange}
      />
      <button type="button" tabIndex={-1} className={styles.choiceName} onClick={onChange}>
        <LabelDot color={label.color} />
        <Isolated>{label.labelName}</Isolated>
      </button>
    </li>
  )
}
