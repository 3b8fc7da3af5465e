import { assistantLists } from '@hongyan/contract/assistant-lists'
import type { FoundMail, MailsRead } from '@hongyan/contract/assistant-wire'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { toast } from '../../../ui/toast-store.ts'
import { markLabels } from '../../labels/labels.public.tsx'
import { useOnce } from '../beyond/use-once.ts'

interface Found {
  list: readonly FoundMail[]
  /** Null until something is known of what was looked through. */
  mails: MailsRead | null
}

const none: Found = { list: [], mails: null }
/** How long what was done can be taken back with one press. */
const undoTime = 8_000

/** Mails that are proposed for a label, and which of them a person leaves ticked. */
export function useProposals() {
  const [found, setFound] = useState(none)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { answer, ask, stop } = useOnce()
  const forget = () => {
    setFound(none)
    setLeft(new Set())
  }
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const begin = (body: { labelId: number; words: string; mailIds: number[] }) => {
    forget()
    ask(
      () => call(assistantLists.sort, { body: { ...body, answerIn: currentLanguage() } }),
      ({ found: more = [], mails }) =>
        setFound((now) => ({ list: [...now.list, ...more], mails: mails ?? now.mails })),
    )
  }
  return {
    ...{ found, left, answer, begin, stop, forget, toggle },
    isOpen: answer?.state === 'waiting' || answer?.state === 'streaming',
    ids: found.list.map(({ mailId }) => mailId).filter((id) => !left.has(id)),
  }
}

/** Puts a label on mails and offers to take it back. */
export async function applyLabel(
  ids: readonly number[],
  { labelId, name }: { labelId: number; name: string },
): Promise<void> {
  if (!(await markLabels(ids, { add: [labelId], remove: [] }))) return
  toast({
    kind: 'info',
    text: translate('assistant:sorting.applied', { count: ids.length, name }),
    duration: undoTime,
    action: {
      label: translate('common:undo'),
      run: () => void markLabels(ids, { add: [], remove: [labelId] }),
    },
  })
}
