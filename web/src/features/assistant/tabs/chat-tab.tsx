import { memo, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useUser } from '../../../lib/me.ts'
import { safeRedirect } from '../../../lib/redirect.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconSent } from '../../../ui/icons.ts'
import { useFocusStays } from '../../../ui/use-focus-stays.ts'
import { AgainButton, CopyButton } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
import { askQuestion } from '../ask.ts'
import styles from '../assistant.module.css'
import { isOpen, type Turn } from '../machine.ts'
import { showBehind } from '../open-assistant.public.ts'
import { forgetChat, useAssistant } from '../store.ts'
import { QuestionForm } from './question-form.tsx'
import { useFollow } from './use-follow.ts'

/** Suggested questions (AI-08), by their place in the texts. */
const suggested = ['password', 'locked', 'code', 'receipt'] as const

/** Free questions about the product; what was asked and answered stays for the login session. */
export function ChatTab() {
  const { t } = useTranslation('assistant')
  const keys = useAssistant(({ chat }) => chat.map(({ answer }) => answer.key).join())
  const scroller = useRef<HTMLDivElement>(null)
  useFollow(scroller)
  const isEmpty = keys === ''
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={scroller} className={styles.scroll} tabIndex={0}>
        <Greeting />
        {isEmpty && <Suggested />}
        {!isEmpty && (
          <ol className={styles.turns} aria-label={t('conversation')}>
            {keys.split(',').map((key) => (
              <TurnOf key={key} turnKey={key} />
            ))}
          </ol>
        )}
      </div>
      <Question isEmpty={isEmpty} />
    </>
  )
}

/** They go when one of them is asked. */
function Suggested() {
  const { t } = useTranslation('assistant')
  const list = useRef<HTMLUListElement>(null)
  useFocusStays(list)
  return (
    <ul ref={list} className={styles.suggested} aria-label={t('suggested.title')}>
      {suggested.map((one) => (
        <li key={one}>
          <Button size="sm" onClick={() => void askQuestion(t(`suggested.${one}`))}>
            {t(`suggested.${one}`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Greeting() {
  const { t } = useTranslation('assistant')
  const name = useUser()?.userName ?? ''
  return <p className={styles.greeting}>{t(name === '' ? 'greeting' : 'greetingTo', { name })}</p>
}

/** Only the turn that is being answered is drawn anew as its words come. */
function TurnOf({ turnKey }: { turnKey: string }) {
  const turn = useAssistant(({ chat }) => chat.find(({ answer }) => answer.key === turnKey))
  const isLast = useAssistant(({ chat }) => chat.at(-1)?.answer.key === turnKey)
  return turn === undefined ? null : <TurnView turn={turn} isLast={isLast} />
}

interface TurnViewProps {
  turn: Turn
  isLast: boolean
}

const TurnView = memo(function TurnView({ turn: { question, answer }, isLast }: TurnViewProps) {
  const { t } = useTranslation('assistant')
  useSaid(answer, { kind: 'chat', text: answer.content })
  return (
    <li className={styles.turn}>
      <p className={styles.question} dir="auto">
        <span className="visually-hidden">{t('youAsked')}</span>
        {question}
      </p>
      <div className={styles.bubble}>
        <span className="visually-hidden">{t('answered')}</span>
        <AnswerText text={answer.content} />
        <AnswerNote answer={answer} kind="chat" />
        <Sources sources={answer.sources} />
        {!isOpen(answer) && (
          <div className={styles.actions}>
            {answer.content !== '' && <CopyButton text={answer.content} />}
            {isLast && <AgainButton answer={answer} onAgain={() => void askQuestion(question)} />}
          </div>
        )}
      </div>
    </li>
  )
})

/** Pages of the help that an answer stands on; one that is about a screen leads there. */
function Sources({ sources }: Pick<Turn['answer'], 'sources'>) {
  const { t } = useTranslation('assistant')
  if (sources.length === 0) return null
  return (
    <div className={styles.sources}>
      <span>{t('sources')}</span>
      <ul>
        {sources.map(({ title, route }) => {
          const path = safeRedirect(route)
          return (
            <li key={title}>
              {path === null ? (
                title
              ) : (
                <Link to={path} onClick={showBehind}>
                  {title}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Question({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation('assistant')
  const isIdle = useAssistant(({ flags }) => flags.chat)
  return (
    <QuestionForm
      kind="chat"
      label={t('question')}
      blank={t('blankQuestion')}
      maxLength={2_000}
      icon={iconSent}
      onAsk={askQuestion}
    >
      {!isEmpty && isIdle && <NewChat />}
    </QuestionForm>
  )
}

/** Not there while a chat is empty or answered. */
function NewChat() {
  const { t } = useTranslation('assistant')
  const button = useRef<HTMLButtonElement>(null)
  useFocusStays(button)
  return (
    <Button ref={button} kind="quiet" size="sm" onClick={forgetChat}>
      {t('newChat')}
    </Button>
  )
}
