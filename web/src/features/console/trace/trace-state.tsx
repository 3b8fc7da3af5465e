import type { TracedMail } from '@hongyan/contract/console-trace'
import { useTranslation } from '../../../lib/i18n.ts'
import own from './trace.module.css'

type State = TracedMail['state']

const tones: Partial<Record<State, 'good' | 'bad' | 'waiting'>> = {
  inbox: 'good',
  filed: 'good',
  group: 'good',
  delivered: 'good',
  relayed: 'good',
  quarantined: 'bad',
  refused: 'bad',
  bounced: 'bad',
  rejected: 'bad',
  junk: 'waiting',
  deferred: 'waiting',
  retrying: 'waiting',
  stopped: 'waiting',
  approval: 'waiting',
  scheduled: 'waiting',
  queued: 'waiting',
}

/** Where a mail is, in a word. */
export function TraceState({ state }: { state: State }) {
  const { t } = useTranslation('console-watch')
  return (
    <span className={own.state} data-tone={tones[state]}>
      {t(`trace.states.${state}`)}
    </span>
  )
}
