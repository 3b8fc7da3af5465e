import { draftSizes, draftTones, requestEmails } from '@hongyan/contract/assistant-wire'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { Button } from '../../../ui/button.tsx'
import { iconCompose, iconSpark } from '../../../ui/icons.ts'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { CopyButton, StopButton } from '../answer/answer-actions.tsx'
import { AnswerNote, AnswerText, Thought } from '../answer/answer-text.tsx'
import { useSaid } from '../answer/use-note.ts'
import { applyDraft } from '../apply-draft.ts'
import { askDraft } from '../ask.ts'
import styles from '../assistant.module.css'
import { type Answer, isOpen } from '../machine.ts'
import { showBehind } from '../open-assistant.public.ts'
import { type DraftWishes, useAssistant, useWishes } from '../store.ts'
import { subjectMail } from '../subject-mail.ts'

interface DraftTabProps {
  kind: 'compose' | 'reply'
}

/** A new mail, or an answer to the mail that is spoken of, from what it should say. */
export function DraftTab({ kind }: DraftTabProps) {
  const { t } = useTranslation('assistant')
  const wishes = useWishes((all) => all[kind])
  const [error, setError] = useState<string | null>(null)
  const result = useAssistant(({ results }) => results[kind])
  const change = (part: Partial<DraftWishes>) => {
    useWishes.setState({ [kind]: { ...wishes, ...part } })
    setError(null)
  }
  const draft = (gist = wishes.gist.trim()) => {
    if (gist === '') setError(t(kind === 'reply' ? 'blankReply' : 'blankGist'))
    else if (kind === 'reply' && subjectMail() === null) setError(t('noMail'))
    else void askDraft(kind, { ...wishes, gist })
  }
  const pick = (gist: string) => {
    change({ gist })
    draft(gist)
  }
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          draft()
        }}
      >
        <TextArea
          label={t(kind === 'reply' ? 'replyGist' : 'gist')}
          placeholder={t(kind === 'reply' ? 'replyGistHint' : 'gistHint')}
          rows={4}
          maxLength={2_000}
          value={wishes.gist}
          error={error}
          onChange={(event) => change({ gist: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) draft()
          }}
        />
        {kind === 'reply' && <Ideas onPick={pick} />}
        <div className={styles.wishes}>
          <Wish name="requestEmail" all={requestEmails} wishes={wishes} onChange={change} />
          <Wish name="size" all={draftSizes} wishes={wishes} onChange={change} />
          <Wish name="tone" all={draftTones} wishes={wishes} onChange={change} />
        </div>
        <div className={styles.row}>
          <Button kind="primary" size="sm" icon={iconSpark} type="submit">
            {t(result === null ? 'draft' : 'draftAgain')}
          </Button>
          <StopButton />
        </div>
      </form>
      {result !== null && <Drafted answer={result} kind={kind} />}
    </>
  )
}

const ideas = ['yes', 'no', 'later'] as const

/** Three answers that are enough for many mails, drafted by one click. */
function Ideas({ onPick }: { onPick: (gist: string) => void }) {
  const { t } = useTranslation('assistant')
  return (
    <ul className={styles.suggested} aria-label={t('ideas.title')}>
      {ideas.map((one) => (
        <li key={one}>
          <Button size="sm" onClick={() => onPick(t(`ideas.${one}Gist`))}>
            {t(`ideas.${one}`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type WishName = Exclude<keyof DraftWishes, 'gist'>

interface WishProps<Name extends WishName> {
  name: Name
  all: readonly DraftWishes[Name][]
  wishes: DraftWishes
  onChange: (part: Partial<DraftWishes>) => void
}

function Wish<Name extends WishName>({ name, all, wishes, onChange }: WishProps<Name>) {
  const { t } = useTranslation('assistant')
  return (
    <Select
      label={t(`wishes.${name}`)}
      value={wishes[name]}
      options={all.map((value) => ({ value, label: t(`wish.${value}`) }))}
      onChange={(event) => {
        const chosen = all.find((value) => value === event.target.value)
        if (chosen !== undefined) onChange({ [name]: chosen })
      }}
    />
  )
}

/** What was drafted; it is applied by a person, and never by itself. */
function Drafted({ answer, kind }: DraftTabProps & { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const navigate = useNavigate()
  useSaid(answer, { kind, text: answer.content })
  const apply = () => {
    showBehind()
    const takeBack = applyDraft({ text: answer.content, subject: answer.subject }, kind, navigate)
    if (takeBack === null) return
    const undo = () => {
      if (!takeBack()) toast({ kind: 'info', text: t('writtenSince') })
    }
    toast({
      kind: 'success',
      text: t('applied'),
      action: { label: t('common:undo'), run: undo },
    })
  }
  return (
    <section className={styles.result} aria-label={t(`inner.${kind}`)}>
      {answer.subject !== '' && (
        <p className={styles.subject}>{t('subject', { subject: answer.subject })}</p>
      )}
      <AnswerText text={answer.content} />
      <AnswerNote answer={answer} kind={kind} />
      <Thought text={answer.thought} />
      {answer.content !== '' && !isOpen(answer) && (
        <div className={styles.actions}>
          <Button size="sm" icon={iconCompose} onClick={apply}>
            {t('apply')}
          </Button>
          <CopyButton text={answer.content} />
        </div>
      )}
    </section>
  )
}
