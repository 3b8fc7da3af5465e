import {
  organisationEndpoints as api,
  type ConsoleFeedback,
} from '@hongyan/contract/console-organisation'
import { limits } from '@hongyan/contract/limits'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useConsole } from '../console-state.ts'
import { useSaving } from '../use-saving.ts'

/** Writes an answer, which leaves as a mail. */
export function AnswerForm({
  feedback,
  onClose,
}: {
  feedback: ConsoleFeedback
  onClose: () => void
}) {
  const { t } = useTranslation('console-organisation')
  const from = useConsole((state) => state.me?.address ?? '')
  const [content, setContent] = useState('')
  const [busy, setBusy] = useState(false)
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    save(async () => {
      try {
        await ask(api.answerFeedback, { body: { id: feedback.id, content } })
        onClose()
      } finally {
        setBusy(false)
      }
    })
  }
  return (
    <form className={console.form} onSubmit={submit}>
      <TextArea
        label={t('feedback.words')}
        hint={t('feedback.from', { from })}
        data-autofocus
        maxLength={limits.feedback}
        error={error}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className={console.actions}>
        <Button type="submit" kind="primary" busy={busy} disabled={content.trim() === ''}>
          {t('feedback.send')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </form>
  )
}
