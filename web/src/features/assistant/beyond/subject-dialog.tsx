import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { iconRefresh } from '../../../ui/icons.ts'
import { askRewrite } from './ask-text.ts'
import styles from './beyond.module.css'
import { OnceNote } from './once-note.tsx'
import { useOnce } from './use-once.ts'

interface SubjectDialogProps {
  passage: string
  answers: number | null
  onPick: (subject: string) => void
  onClose: () => void
}

/** Proposals for the subject of a mail; one click takes one. */
export function SubjectDialog({ passage, answers, onPick, onClose }: SubjectDialogProps) {
  const { t } = useTranslation('assistant')
  const { answer, ask } = useOnce()
  const begin = () => ask(() => askRewrite('subject', passage, answers))
  const begun = useRef(begin)
  useEffect(() => begun.current(), [])
  const choices = answer?.choices ?? []
  const isOpen = answer?.state === 'waiting' || answer?.state === 'streaming'
  return (
    <Dialog
      title={t('compose:rewrite.subject')}
      closeLabel={t('common:close')}
      width={480}
      onClose={onClose}
      footer={
        <Button icon={iconRefresh} disabled={isOpen} onClick={begin}>
          {t('rewrite.others')}
        </Button>
      }
    >
      <ul className={styles.choices}>
        {choices.map((one) => (
          <li key={one}>
            <Button block onClick={() => onPick(one)}>
              {one}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.notes}>
        {answer !== null && <OnceNote answer={answer} said={choices.join('; ')} />}
      </div>
    </Dialog>
  )
}
