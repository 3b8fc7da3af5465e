import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import type { Signature } from '@hongyan/contract/signatures'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { iconPlus } from '../../../ui/icons.ts'
import { SignatureCard } from '../../signatures/signature-card.public.tsx'
import { ask } from '../ask.ts'
import { useQuestion } from '../use-question.tsx'
import styles from './organisation.module.css'
import { Section } from './section.tsx'
import { SignatureDialog } from './signature-dialog.tsx'

/** Signatures that everybody may choose. */
export function SignaturesSection({ signatures }: { signatures: readonly Signature[] }) {
  const { t } = useTranslation('console-organisation')
  const [writing, setWriting] = useState<Signature | 'new' | null>(null)
  const question = useQuestion()
  const remove = ({ signId: id, name }: Signature) =>
    question.put({
      title: t('signatures.remove', { name }),
      text: t('signatures.removeText'),
      confirm: t('removeIt'),
      work: () => ask(api.removeSignature, { body: { id } }),
    })
  return (
    <Section
      title={t('signatures.title')}
      hint={t('signatures.hint')}
      action={
        <Button icon={iconPlus} onClick={() => setWriting('new')}>
          {t('signatures.add')}
        </Button>
      }
    >
      {signatures.length === 0 && <EmptyState title={t('signatures.none')} />}
      <ul className={styles.cards}>
        {signatures.map((one) => (
          <SignatureCard
            key={one.signId}
            signature={one}
            onEdit={() => setWriting(one)}
            onRemove={() => remove(one)}
          />
        ))}
      </ul>
      {question.dialog}
      {writing && (
        <SignatureDialog
          signature={writing === 'new' ? null : writing}
          onClose={() => setWriting(null)}
        />
      )}
    </Section>
  )
}
