import { limits } from '@hongyan/contract/limits'
import type { Signature, SignatureUse } from '@hongyan/contract/signatures'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { iconPlus } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page, Row, Section } from '../settings/form.public.tsx'
import { SignPositionRow } from './sign-position-row.tsx'
import { SignatureCard } from './signature-card.public.tsx'
import { SignatureDialog } from './signature-dialog.tsx'
import styles from './signatures.module.css'
import { chooseSignature, removeSignature, signaturesQuery } from './signatures-query.ts'

/** /set/signature (R57). */
export function SignaturesPage() {
  const { t } = useTranslation('signatures')
  const { data, error, refetch } = useQuery(signaturesQuery)
  const [editing, setEditing] = useState<Signature | 'new' | null>(null)
  const [removing, setRemoving] = useState<Signature | null>(null)
  const own = data?.filter((one) => !one.isSystem) ?? []
  const system = data?.filter((one) => one.isSystem) ?? []
  const add = (
    <Button
      kind="primary"
      icon={iconPlus}
      disabled={own.length >= limits.signatures}
      onClick={() => setEditing('new')}
    >
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} text={t('text')} actions={own.length > 0 ? add : undefined}>
      {error && !data && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      )}
      {!data && !error && <Skeleton height={120} />}
      {data && <Choices all={data} />}
      {data && (
        <section className={styles.section} aria-label={t('own')}>
          <h2 className={styles.heading}>{t('own')}</h2>
          {own.length === 0 && (
            <EmptyState title={t('noneYet')} text={t('noneYetText')} action={add} />
          )}
          <Cards list={own} onEdit={setEditing} onRemove={setRemoving} />
        </section>
      )}
      {system.length > 0 && (
        <section className={styles.section} aria-label={t('system')}>
          <h2 className={styles.heading}>{t('system')}</h2>
          <p className={styles.hint}>{t('systemHint')}</p>
          <Cards list={system} />
        </section>
      )}
      {editing !== null && (
        <SignatureDialog
          signature={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveQuestion signature={removing} onClose={() => setRemoving(null)} />}
    </Page>
  )
}

interface CardsProps {
  list: readonly Signature[]
  /** Absent for those of the organisation. */
  onEdit?: (signature: Signature) => void
  onRemove?: (signature: Signature) => void
}

function Cards({ list, onEdit, onRemove }: CardsProps) {
  if (list.length === 0) return null
  return (
    <ul className={styles.list}>
      {list.map((one) => (
        <SignatureCard
          key={one.signId}
          signature={one}
          {...(onEdit ? { onEdit: () => onEdit(one) } : {})}
          {...(onRemove ? { onRemove: () => onRemove(one) } : {})}
        />
      ))}
    </ul>
  )
}

/** Which signature mails get by themselves, and where it stands. */
function Choices({ all }: { all: readonly Signature[] }) {
  const { t } = useTranslation('signatures')
  const settings = useSettings()
  const chosen = {
    new: all.find((one) => one.isDefault),
    reply: all.find((one) => one.isReplyDefault),
  }
  const row = (use: SignatureUse) => (
    <Row label={t(`use.${use}`)}>
      {() => (
        <Select
          label={t(`use.${use}`)}
          hideLabel
          value={String(chosen[use]?.signId ?? '')}
          onChange={(event) =>
            void attempt(() => chooseSignature(use, Number(event.target.value) || null))
          }
          options={[
            { value: '', label: t('none') },
            ...all.map((one) => ({
              value: String(one.signId),
              label: one.isSystem ? t('ofSystem', { name: one.name }) : one.name,
            })),
          ]}
        />
      )}
    </Row>
  )
  return (
    <Section title={t('defaults')} hint={t('defaultsHint')}>
      {row('new')}
      {row('reply')}
      {settings && <SignPositionRow value={settings.signPosition} />}
    </Section>
  )
}

function RemoveQuestion({ signature, onClose }: { signature: Signature; onClose: () => void }) {
  const { t } = useTranslation('signatures')
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('remove'),
      }}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void attempt(() => removeSignature(signature.signId))
      }}
    >
      {t('removeText', { name: signature.name })}
    </ConfirmDialog>
  )
}
