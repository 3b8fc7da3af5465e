import { assistantLists } from '@hongyan/contract/assistant-lists'
import { type MailsRead, sortingMails, sortingWords } from '@hongyan/contract/assistant-wire'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { iconSpark } from '../../../ui/icons.ts'
import { iconStop } from '../../../ui/icons-later.ts'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { useLabels } from '../../labels/labels.public.tsx'
import { OnceNote } from '../beyond/once-note.tsx'
import { Proposals } from './proposals.tsx'
import styles from './sorting.module.css'
import { applyLabel, useProposals } from './use-proposals.ts'

interface SortDialogProps {
  /** Null: it is chosen here. */
  labelId: number | null
  /** Mails that are looked through; none: the newest of the inbox. */
  mailIds: readonly number[]
  onClose: () => void
}

/** Mails that the assistant proposes for a label, by what belongs there; a person looks, unticks and applies. */
export function SortDialog({ labelId: given, mailIds, onClose }: SortDialogProps) {
  const { t } = useTranslation('assistant')
  const labels = useLabels()
  const [labelId, setLabelId] = useState(given ?? labels[0]?.labelId ?? 0)
  const name = labels.find((one) => one.labelId === labelId)?.labelName ?? ''
  const { said, typed, setSaid } = useWords(labelId)
  const leaving = useLeaving(typed, useLeavingWords(), onClose)
  const { found, left, answer, isOpen, ids, begin, stop, forget, toggle } = useProposals()
  const choose = (value: string) => {
    setLabelId(Number(value))
    setSaid(null)
    forget()
  }
  const apply = () => {
    onClose()
    void applyLabel(ids, { labelId, name })
  }
  const propose = () => begin({ labelId, words: said, mailIds: [...mailIds] })
  const result = found.mails === null ? '' : t('sorting.found', { count: found.list.length })
  return (
    <Dialog
      title={given === null ? t('sorting.title') : t('sorting.titleNamed', { name })}
      closeLabel={t('common:close')}
      width={620}
      onClose={leaving.onDismiss}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" disabled={isOpen || ids.length === 0} onClick={apply}>
            {t('sorting.apply', { count: ids.length })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {given === null && (
          <Select
            label={t('sorting.label')}
            value={String(labelId)}
            options={labels.map((one) => ({ value: String(one.labelId), label: one.labelName }))}
            onChange={(event) => choose(event.target.value)}
          />
        )}
        <Words said={said} chosen={mailIds.length} onChange={setSaid} />
        <div>
          <Button
            icon={isOpen ? iconStop : iconSpark}
            disabled={!isOpen && (said.trim() === '' || labelId === 0)}
            onClick={isOpen ? stop : propose}
          >
            {t(isOpen ? 'stop' : found.mails === null ? 'sorting.propose' : 'sorting.again')}
          </Button>
        </div>
        <Proposals list={found.list} left={left} onToggle={toggle} />
        {!isOpen && found.mails !== null && <Basis mails={found.mails} result={result} />}
        {answer !== null && <OnceNote answer={answer} said={result} waiting={t('sorting.busy')} />}
      </div>
      {leaving.question}
    </Dialog>
  )
}

/** What belongs under a label: as it is typed, else as it was said the last time. */
function useWords(labelId: number) {
  const [typed, setSaid] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [assistantLists.labelWords.path, labelId],
    queryFn: () => call(assistantLists.labelWords, { query: { labelId } }),
    enabled: labelId !== 0,
    gcTime: 0,
  })
  return { said: typed ?? data?.words ?? '', typed, setSaid }
}

interface WordsProps {
  said: string
  /** How many mails were chosen; 0: the newest are meant. */
  chosen: number
  onChange: (said: string) => void
}

function Words({ said, chosen, onChange }: WordsProps) {
  const { t } = useTranslation('assistant')
  return (
    <TextArea
      label={t('sorting.words')}
      placeholder={t('sorting.example')}
      hint={
        chosen > 0
          ? t('sorting.ofChosen', { count: chosen })
          : t('sorting.ofNewest', { count: sortingMails })
      }
      rows={3}
      maxLength={sortingWords}
      data-autofocus
      value={said}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Basis({ mails: { left }, result }: { mails: MailsRead; result: string }) {
  const { t } = useTranslation('assistant')
  return (
    <p className={styles.note}>
      {result}
      {left > 0 && <> · {t('sorting.left', { count: left })}</>}
    </p>
  )
}
