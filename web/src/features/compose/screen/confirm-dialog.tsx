import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './compose.module.css'

interface ConfirmDialogProps {
  title: string
  yes: string
  no: string
  danger?: boolean
  onAnswer: (yes: boolean) => void
  children: ReactNode
}

/** A question with two answers; closing it means no. */
export function ConfirmDialog({ title, yes, no, danger, onAnswer, children }: ConfirmDialogProps) {
  const { t } = useTranslation('compose')
  return (
    <Dialog
      title={title}
      closeLabel={t('close')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{no}</Button>
          <Button
            kind={danger === true ? 'danger' : 'primary'}
            data-autofocus
            onClick={() => onAnswer(true)}
          >
            {yes}
          </Button>
        </>
      }
    >
      <p className={styles.question}>{children}</p>
    </Dialog>
  )
}
