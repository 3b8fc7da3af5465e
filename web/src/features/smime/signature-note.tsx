import type { MessageDetail } from '@hongyan/contract/messages'
import { useCallback, useState } from 'react'
import { SignatureState } from './signature-state.tsx'
import styles from './smime.module.css'
import { fetchSource, useSmime } from './use-smime.ts'

/** Over a mail that is signed and readable: what the signature is worth. To be keyed by the mail. */
export function SignatureNote({ detail }: { detail: Pick<MessageDetail, 'sourceUrl'> }) {
  const [sourceUrl] = useState(detail.sourceUrl)
  const load = useCallback((signal: AbortSignal) => fetchSource(sourceUrl, signal), [sourceUrl])
  const { state, again } = useSmime(load)
  if (state.kind !== 'read') return null
  return (
    <div className={styles.states}>
      <SignatureState mail={state.mail} onKnown={again} />
    </div>
  )
}
