import { limits } from '@hongyan/contract/limits'
import { type Peer, smime } from '@hongyan/contract/smime'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Row, Section } from '../settings/form.public.tsx'
import { peersQuery, savePeerFile } from './peers.ts'

/** Larger files are no certificates. */
const mostBytes = limits.picture

/** Certificates of external contacts: from a file here, from a mail in the reader (KEYS-02). */
export function PeersSection() {
  const { t } = useTranslation('smime')
  const input = useRef<HTMLInputElement>(null)
  const { data: peers = [] } = useQuery(peersQuery)
  const add = async (file: File | undefined) => {
    if (!file) return
    const bytes = file.size > mostBytes ? new ArrayBuffer(0) : await file.arrayBuffer()
    try {
      const addresses = await savePeerFile(bytes)
      const said = addresses.length > 0 ? t('peers.added', { list: addresses.join(', ') }) : null
      toast(said ? { kind: 'success', text: said } : { kind: 'error', text: t('peers.noFile') })
    } catch (error) {
      const text = error instanceof ApiError ? error.message : t('peers.noFile')
      toast({ kind: 'error', text })
    }
  }
  return (
    <Section title={t('peers.title')} hint={t('peers.hint')}>
      {peers.map((one) => (
        <PeerRow key={one.peerId} peer={one} />
      ))}
      <Row label={t('peers.file')} hint={t('peers.fileHint')}>
        {() => (
          <>
            <Button onClick={() => input.current?.click()}>{t('peers.choose')}</Button>
            <input
              ref={input}
              type="file"
              hidden
              accept=".cer,.crt,.der,.pem,application/pkix-cert"
              aria-label={t('peers.choose')}
              onChange={(event) => {
                void add(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </>
        )}
      </Row>
    </Section>
  )
}

function PeerRow({ peer: { peerId, email } }: { peer: Peer }) {
  const { t } = useTranslation('smime')
  const [asked, setAsked] = useState(false)
  const remove = () => {
    setAsked(false)
    return attempt(async () => {
      await call(smime.removePeer, { body: { peerId } })
      await queryClient.invalidateQueries({ queryKey: peersQuery.queryKey })
    })
  }
  return (
    <Row label={email}>
      {() => (
        <>
          <Button aria-label={t('peers.removeNamed', { email })} onClick={() => setAsked(true)}>
            {t('peers.remove')}
          </Button>
          {asked && (
            <ConfirmDialog
              title={t('peers.removeNamed', { email })}
              words={{
                close: t('common:close'),
                cancel: t('common:cancel'),
                confirm: t('peers.remove'),
              }}
              danger
              onCancel={() => setAsked(false)}
              onConfirm={() => void remove()}
            >
              <p>{t('peers.removeText')}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Row>
  )
}
