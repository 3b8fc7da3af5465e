import { assistantText } from '@hongyan/contract/assistant-text'
import type { AssistantMessage } from '@hongyan/contract/assistant-wire'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconGlobe } from '../../../ui/icons.ts'
import { drawnBody, openMailPlace } from '../../messages/open-mail.public.ts'
import styles from './beyond.module.css'
import { isChinese, piecesOf, putBack, putWords, type TextPiece } from './text-pieces.ts'
import { endTranslation } from './translation-store.public.ts'
import { type OnceAnswer, useOnce } from './use-once.ts'

interface Translating {
  pieces: readonly TextPiece[]
  to: 'zh' | 'en'
  isWhole: boolean
}

/** Over a mail that is translated where it stands: how far it is, and the way back to the original. */
export function TranslationBar({ mailId }: { mailId: number }) {
  const { t } = useTranslation('assistant')
  const { answer, ask, stop } = useOnce()
  const [now, setNow] = useState<Translating | null>(null)
  const [isShown, setIsShown] = useState(true)
  const words = useRef(new Map<number, string>())
  const [missed, setMissed] = useState(0)
  const begin = () => {
    const body = drawnBody(openMailPlace())
    const found = body === null ? { pieces: [], isWhole: true } : piecesOf(body)
    const text = found.pieces.map(({ original }) => original).join(' ')
    const to = isChinese(text) ? 'en' : 'zh'
    setNow({ ...found, to })
    if (found.pieces.length === 0) return
    const said = (message: AssistantMessage) => {
      setMissed((before) => message.missed ?? before)
      for (const { at, text: own } of message.pieces ?? []) {
        const piece = found.pieces[at]
        if (piece === undefined) continue
        words.current.set(at, own)
        putWords(piece, own)
      }
    }
    const pieces = found.pieces.map(({ original }) => original)
    const wanted = { mailId, to, pieces, answerIn: currentLanguage() } as const
    ask(() => call(assistantText.translate, { body: wanted }), said)
    return () => putBack(found.pieces)
  }
  const begun = useRef(begin)
  useEffect(() => begun.current(), [])
  const isOpen = answer?.state === 'waiting' || answer?.state === 'streaming'
  const said = useStatus(now, answer, words.current.size > 0)
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said])
  const toggle = () => {
    if (now === null) return
    if (isShown) putBack(now.pieces)
    else
      for (const [at, own] of words.current) {
        const piece = now.pieces[at]
        if (piece !== undefined) putWords(piece, own)
      }
    setIsShown(!isShown)
  }
  const close = () => {
    stop()
    endTranslation()
  }
  const left = missed > 0 || now?.isWhole === false
  return (
    <div className={styles.translation}>
      <Banner
        tone="info"
        icon={iconGlobe}
        action={
          <span className={styles.row}>
            {!isOpen && words.current.size > 0 && (
              <Button size="sm" onClick={toggle}>
                {t(isShown ? 'translate.original' : 'translate.again')}
              </Button>
            )}
            <Button size="sm" kind="quiet" onClick={close}>
              {t(isOpen ? 'stop' : 'translate.close')}
            </Button>
          </span>
        }
      >
        {said}
        {!isOpen && answer !== null && (
          <>
            {' '}
            {answer.engine === 'model' && t('modelLong', { model: answer.model })}{' '}
            {left && words.current.size > 0 && t('translate.left')}
          </>
        )}
      </Banner>
    </div>
  )
}

/** How far it is, in words. */
function useStatus(now: Translating | null, answer: OnceAnswer | null, hasWords: boolean): string {
  const { t } = useTranslation('assistant')
  if (now?.pieces.length === 0) return t('translate.nothing')
  if (answer === null) return ''
  if (answer.state === 'waiting' || answer.state === 'streaming') return t('translate.busy')
  if (answer.trouble !== null) return answer.trouble
  if (!hasWords) return t('noResult')
  return t(now?.to === 'en' ? 'translate.doneEn' : 'translate.doneZh')
}
