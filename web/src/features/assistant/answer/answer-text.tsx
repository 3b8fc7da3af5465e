import { errorText } from '@hongyan/contract/errors'
import { memo } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../assistant.module.css'
import { type Answer, isOpen, type Kind } from '../machine.ts'
import { useAssistant } from '../store.ts'
import { piecesOf } from './addresses.ts'

interface AnswerTextProps {
  text: string
  /** The mail that is spoken of: an address that stands in it may be followed, and no other. */
  mail?: string
  onFollow?: (href: string) => void
}

/** What was answered: text and nothing but text, line by line, of which only the last changes while it is written. */
export const AnswerText = memo(function AnswerText({ text, mail = '', onFollow }: AnswerTextProps) {
  if (text === '') return null
  return (
    <div className={styles.text} dir="auto">
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <Line key={index} line={line} mail={mail} {...(onFollow ? { onFollow } : {})} />
      ))}
    </div>
  )
})

const Line = memo(function Line({ line, mail, onFollow }: { line: string } & LineProps) {
  if (onFollow === undefined || !line.includes('://')) return <p>{line}</p>
  return (
    <p>
      {piecesOf(line, mail).map(({ text, href, at }) =>
        href === null ? (
          text
        ) : (
          <button key={at} type="button" className={styles.link} onClick={() => onFollow(href)}>
            {text}
          </button>
        ),
      )}
    </p>
  )
})

type LineProps = Required<Pick<AnswerTextProps, 'mail'>> & Pick<AnswerTextProps, 'onFollow'>

/** What there is to say of an answer beside its words: it is awaited, there is none, it broke off. */
export function AnswerNote({ answer, kind }: { answer: Answer; kind: Kind }) {
  const { t } = useTranslation('assistant')
  const isIdle = useAssistant(({ flags }) => flags.chat)
  const { state, content, level, error } = answer
  if (isOpen(answer)) {
    // The page was let go of, and yet it may come (AI-23).
    if (isIdle) return <p className={styles.note}>{t('slow')}</p>
    if (state === 'streaming' && content !== '') return null
    return (
      <p className={styles.waiting}>
        <Spinner size={16} />
        {t('waiting')}
      </p>
    )
  }
  if (state === 'stopped') return <p className={styles.note}>{t('stopped')}</p>
  if (error !== null) return <p className={styles.wrong}>{errorText(error, currentLanguage())}</p>
  if (state === 'broken') return <p className={styles.wrong}>{t('brokenOff')}</p>
  // Only where the whole answer is empty (G107).
  if (content !== '' || level !== null) return null
  return <p className={styles.wrong}>{t(kind === 'chat' ? 'noAnswer' : 'noResult')}</p>
}

/** How an answer came about, folded away. */
export function Thought({ text, open = false }: { text: string; open?: boolean }) {
  const { t } = useTranslation('assistant')
  if (text === '') return null
  return (
    <details className={styles.thought} open={open}>
      <summary>{t('thought')}</summary>
      <AnswerText text={text} />
    </details>
  )
}
