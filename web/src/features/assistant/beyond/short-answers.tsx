import { assistantText } from '@hongyan/contract/assistant-text'
import type { MessageDetail } from '@hongyan/contract/messages'
import { textAlone } from '@hongyan/mime/html/plain-text'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { Button } from '../../../ui/button.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { iconStop } from '../../../ui/icons-later.ts'
import { handText } from '../../compose/open-text.public.ts'
import { composePath } from '../../messages/messages.public.ts'
import { askedFor, readyAnswers } from './asking.ts'
import styles from './beyond.module.css'
import { OnceNote } from './once-note.tsx'
import { isChinese } from './text-pieces.ts'
import { useOffers } from './use-offers.ts'
import { useOnce } from './use-once.ts'

/** Longer ones are not looked through for a question. */
const mostHtml = 100_000

/** Three ready answers at once; a model's when they are asked for. A click opens the answer with it, and sends nothing. */
export function ShortAnswers({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('assistant')
  const { mailId, text, unsafeHtml } = detail
  const navigate = useNavigate()
  const [said] = useState(() => text ?? textAlone((unsafeHtml ?? '').slice(0, mostHtml)))
  const [asked] = useState(() => askedFor(said))
  const hasModel = useOffers('answers', { byModel: true })
  const { answer, ask, stop } = useOnce()
  if (asked === null) return null
  const isOpen = answer?.state === 'waiting' || answer?.state === 'streaming'
  const ready = readyAnswers[isChinese(said) ? 'zh' : 'en'][asked]
  const choices = answer === null || answer.choices.length === 0 ? ready : answer.choices
  const pick = (one: string) => {
    handText({ text: one, subject: '' })
    void navigate(composePath('reply', mailId))
  }
  const begin = () =>
    ask(() => call(assistantText.answers, { body: { mailId, answerIn: currentLanguage() } }))
  return (
    <div className={styles.answers}>
      <ul className={styles.row} aria-label={t('answers.title')}>
        {choices.map((one) => (
          <li key={one}>
            <Button size="sm" className={styles.answer} onClick={() => pick(one)}>
              {one}
            </Button>
          </li>
        ))}
        {hasModel && (
          <li>
            <Button
              size="sm"
              kind="quiet"
              icon={isOpen ? iconStop : iconSpark}
              onClick={isOpen ? stop : begin}
            >
              {t(isOpen ? 'stop' : 'answers.byMail')}
            </Button>
          </li>
        )}
      </ul>
      {answer !== null && <OnceNote answer={answer} said={answer.choices.join(' ')} />}
    </div>
  )
}
