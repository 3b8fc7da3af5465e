import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './beyond.module.css'
import type { OnceAnswer } from './use-once.ts'

interface OnceNoteProps {
  answer: OnceAnswer
  /** The whole of it in words. */
  said: string
  /** What is said while it is awaited; left out, that it is being written. */
  waiting?: string
}

/** What there is to say of an answer beside its words; screen readers hear that it is awaited, and then the whole of it. */
export function OnceNote({ answer, said, waiting }: OnceNoteProps) {
  const { t } = useTranslation('assistant')
  const busy = waiting ?? t('waiting')
  const { state, trouble, engine, model } = answer
  const isOpen = state === 'waiting' || state === 'streaming'
  const isNothing = state === 'done' && trouble === null && said === ''
  const more = trouble ?? (isNothing ? t('noResult') : state === 'stopped' ? t('stopped') : '')
  const was = useRef(false)
  useEffect(() => {
    if (isOpen && !was.current) announce(busy)
    if (!isOpen && was.current) announce([said, more].filter(Boolean).join(' '))
    was.current = isOpen
  }, [isOpen, said, more, busy])
  if (isOpen)
    return (
      <p className={styles.waiting}>
        <Spinner size={16} />
        {busy}
      </p>
    )
  return (
    <>
      {more !== '' && <p className={state === 'stopped' ? styles.note : styles.wrong}>{more}</p>}
      {engine !== null && (
        <p className={styles.note}>{t(engine === 'model' ? 'modelLong' : 'builtIn', { model })}</p>
      )}
    </>
  )
}
