import { type CaptchaKind, captcha } from '@hongyan/contract/captcha'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck } from '../../ui/icons.ts'
import styles from './captcha.module.css'
import { LetterQuestion } from './letter-question.tsx'
import type { Question } from './question.ts'
import { SlideQuestion } from './slide-question.tsx'
import { WorkQuestion } from './work-question.tsx'

const kinds: readonly CaptchaKind[] = ['slide', 'picture', 'work']
const names = { slide: 'useSlide', picture: 'usePicture', work: 'useWork' } as const
const parts = { slide: SlideQuestion, picture: LetterQuestion, work: WorkQuestion } as const

interface CaptchaPanelProps {
  /** Told of the pass that a right answer earned: it is good once. */
  onPass: (pass: string) => void
  /** Which kind stands there unanswered. */
  onKind: (kind: CaptchaKind) => void
  /** Why whoever asked for it waits. */
  error: string | null
}

/** A question that a program answers badly, in a kind of one's choice (AUTH-05, AUTH-08). */
export function CaptchaPanel({ onPass, onKind, error }: CaptchaPanelProps) {
  const { t } = useTranslation('captcha')
  const [kind, setKind] = useState<CaptchaKind>('slide')
  const { question, ask, failed, setFailed } = useQuestion(kind)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const choose = (next: CaptchaKind) => {
    setKind(next)
    onKind(next)
    setFailed(null)
  }
  const answer = async (given: string) => {
    if (!question) return
    setState('busy')
    try {
      const { pass } = await call(captcha.verify, {
        body: { captchaId: question.captchaId, answer: given },
      })
      setState('done')
      onPass(pass)
    } catch (thrown) {
      setState('open')
      setFailed(thrown instanceof Error ? thrown.message : t('common:error'))
      ask()
    }
  }
  const Part = parts[kind]
  const said = failed ?? error
  return (
    <section className={styles.panel} aria-label={t('title')}>
      {state === 'done' ? (
        <p className={styles.done} role="status">
          <Icon icon={iconCheck} size={18} />
          {t('done')}
        </p>
      ) : (
        <>
          {question?.kind === kind && (
            <Part
              key={question.captchaId}
              question={question}
              busy={state === 'busy'}
              onAnswer={(given) => void answer(given)}
            />
          )}
          {said && (
            <p className={styles.refusal} role="alert">
              {said}
            </p>
          )}
          <div className={styles.choices}>
            {kind !== 'work' && (
              <Button kind="quiet" size="sm" onClick={ask}>
                {t('fresh')}
              </Button>
            )}
            {kinds
              .filter((other) => other !== kind)
              .map((other) => (
                <Button key={other} kind="quiet" size="sm" onClick={() => choose(other)}>
                  {t(madeKey(names[other]))}
                </Button>
              ))}
          </div>
        </>
      )}
    </section>
  )
}

/** A question of a kind; a new one when it is asked for. */
function useQuestion(kind: CaptchaKind) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew
  useEffect(() => {
    const away = new AbortController()
    call(captcha.ask, { query: { kind } }, { signal: away.signal }).then(setQuestion, (thrown) => {
      if (!away.signal.aborted) setFailed(thrown instanceof Error ? thrown.message : t('error'))
    })
    return () => away.abort()
  }, [kind, turn])
  const ask = useCallback(() => setTurn((before) => before + 1), [])
  return { question, ask, failed, setFailed }
}
