import { memo } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from '../assistant.module.css'
import type { Answer, Kind } from '../machine.ts'
import { piecesOf } from './addresses.ts'
import { useNote } from './use-note.ts'

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
  const note = useNote(answer, kind)
  if (note === null) return null
  if (note.is !== 'waiting') return <p className={styles[note.is]}>{note.text}</p>
  return (
    <p className={styles.waiting}>
      <Spinner size={16} />
      {note.text}
    </p>
  )
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
