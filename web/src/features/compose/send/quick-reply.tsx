import { compose, type Sent } from '@hongyan/contract/compose'
import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { type SyntheticEvent, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { randomKey } from '../../../lib/random-key.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { iconCompose, iconSent } from '../../../ui/icons.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AnsweringNotice } from '../../public-boxes/public-boxes.public.ts'
import { codeOf } from '../draft/save-trouble.ts'
import styles from '../screen/compose.module.css'
import { handOff } from './quick-hand-off.ts'
import { sayItIsSent } from './say-it-is-sent.ts'
import { useSendAnswer } from './use-send-answer.ts'

const SendAnswer = lazyPart(() => import('../../approval/send-answer.public.tsx'), 'SendAnswer')

interface QuickReplyProps {
  mailId: number
  /** Folder of the mail. */
  box: number
  /** Whom it goes to, for the label. */
  to: string
  /** There is somebody else to be answered too. */
  canReplyAll: boolean
}

/** A short answer under a mail; the server adds the original. Longer ones go on in the full composer. */
export function QuickReply({ mailId, box, to, canReplyAll }: QuickReplyProps) {
  const { t } = useTranslation('compose')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  // The same until it is sent, so that an answer that got lost sends nothing twice.
  const [sendKey, setSendKey] = useState(randomKey)

  const { answerAsked, mends } = useSendAnswer()
  const view = useBroughtIntoView()
  const send = (type: 'reply' | 'replyAll') => {
    if (text.trim() === '') {
      setError(errorText('compose.empty', currentLanguage()))
      return
    }
    void attempt(async () => {
      const body = { type, box, mailId, fasthuifuContent: text, sendKey }
      const sendOff = (): Promise<Sent> =>
        call(compose.quickSend, { body }).catch(async (error: unknown) => {
          if (await mends(error, sendKey)) return sendOff()
          throw error
        })
      const sent = await sendOff().catch((error: unknown) => {
        if (codeOf(error) !== 'sensitivity.missing') throw error
        // There is a place for it there, and none here.
        openComposer(type, t('quick.needsLabel'))
        return null
      })
      if (sent === null) return
      setText('')
      setSendKey(randomKey())
      sayItIsSent(sent, navigate)
    })
  }
  const openComposer = (type: 'reply' | 'replyAll', said: string) => {
    void navigate(handOff({ type, box, mailId, fasthuifuContent: text }))
    if (text.trim() !== '') toast({ kind: 'info', text: said })
  }
  return (
    <section className={styles.quick} aria-label={t('quick.title')}>
      {text.trim() !== '' && <AnsweringNotice mailId={mailId} isActive />}
      <TextArea
        label={t('quick.label', { to })}
        value={text}
        hideLabel
        placeholder={t('quick.label', { to })}
        rows={1}
        maxLength={limits.quickReply}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        {...view}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send('reply')
        }}
      />
      <div className={styles.quickActions}>
        <Button
          kind="primary"
          size="sm"
          icon={iconSent}
          busy={busy}
          title="Ctrl+Enter"
          onClick={() => send('reply')}
        >
          {t('quick.send')}
        </Button>
        {canReplyAll && (
          <Button size="sm" disabled={busy} onClick={() => send('replyAll')}>
            {t('quick.sendAll')}
          </Button>
        )}
        <Button
          kind="quiet"
          size="sm"
          icon={iconCompose}
          disabled={busy}
          onClick={() => openComposer('reply', t('quick.handed'))}
        >
          {t('quick.full')}
        </Button>
      </div>
      {answerAsked !== null && (
        <SendAnswer
          about={answerAsked.about}
          sendKey={answerAsked.sendKey}
          onAnswer={answerAsked.answer}
        />
      )}
    </section>
  )
}

/** It grows when it is gone into: its buttons are seen then, below the field. Not when the window comes back: who read elsewhere in the page stays there. */
function useBroughtIntoView() {
  const isBack = useRef(false)
  const bring = ({ type, currentTarget }: SyntheticEvent<HTMLElement>) => {
    if (type === 'input') isBack.current = false
    if (!isBack.current && currentTarget.matches(':focus'))
      currentTarget.closest('section')?.scrollIntoView({ block: 'nearest' })
  }
  return {
    onFocus: bring,
    onInput: bring,
    onTransitionEnd: bring,
    // With the window it loses the focus, and is the active element all the same.
    onBlur: ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
      isBack.current = document.activeElement === currentTarget
    },
  }
}
