import { errorText } from '@hongyan/contract/errors'
import { feedback } from '@hongyan/contract/feedback'
import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { sendForm } from '../../lib/upload.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { iconSent } from '../../ui/icons.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Page } from '../settings/form.public.tsx'
import styles from './feedback.module.css'

/** /feedback (R64): a word to the administrator. It stays on the screen until it has arrived. */
export function FeedbackPage() {
  const { t } = useTranslation('feedback')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const save = useAttempt()
  const send = async () => {
    setEmpty(text.trim() === '')
    if (text.trim() === '') return
    if (!(await save.attempt(() => sendForm(feedback.send, { content: text })))) return
    toast({ kind: 'success', text: t('thanks') })
    void navigate('/inbox')
  }
  return (
    <div className={styles.screen}>
      <Page title={t('title')} text={t('text')}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <TextArea
            label={t('label')}
            rows={8}
            value={text}
            maxLength={limits.feedback}
            placeholder={t('placeholder')}
            hint={t('length', { count: text.length, max: limits.feedback })}
            error={empty ? errorText('feedback.empty', currentLanguage()) : save.error}
            onChange={(event) => {
              setText(event.target.value)
              setEmpty(false)
              save.setError(null)
            }}
          />
          <Button type="submit" kind="primary" icon={iconSent} busy={save.busy}>
            {t('send')}
          </Button>
        </form>
      </Page>
    </div>
  )
}
