import { useState } from 'react'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './captcha.module.css'
import type { QuestionProps } from './question.ts'

/** Characters in a picture. */
export function LetterQuestion({ question, busy, onAnswer }: QuestionProps) {
  const { t } = useTranslation('captcha')
  const [typed, setTyped] = useState('')
  const confirm = () => {
    if (typed.trim() !== '') onAnswer(typed)
  }
  return (
    <>
      <p>{t('picture')}</p>
      <img
        src={question.image}
        alt={t('pictureAlt')}
        width={question.width}
        height={question.height}
        className={styles.letters}
      />
      <div className={styles.line}>
        <TextField
          label={t('code')}
          hideLabel
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={10}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            confirm()
          }}
        />
        <Button busy={busy} onClick={confirm}>
          {t('verify')}
        </Button>
      </div>
    </>
  )
}
