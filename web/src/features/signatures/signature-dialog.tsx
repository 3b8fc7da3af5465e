import { limits } from '@hongyan/contract/limits'
import type { Signature } from '@hongyan/contract/signatures'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { OwnTextDialog } from './own-text-dialog.public.tsx'
import styles from './signatures.module.css'
import { saveSignature } from './signatures-query.ts'

interface SignatureDialogProps {
  /** The one that is changed; null for a new one. */
  signature: Signature | null
  onClose: () => void
}

/** Makes or changes a signature. */
export function SignatureDialog({ signature, onClose }: SignatureDialogProps) {
  const { t } = useTranslation('signatures')
  const [isDefault, setIsDefault] = useState(signature?.isDefault ?? false)
  const [isReplyDefault, setIsReplyDefault] = useState(signature?.isReplyDefault ?? false)
  const which = signature ? { signId: signature.signId } : {}
  return (
    <OwnTextDialog
      title={t(signature ? 'edit' : 'add')}
      width={720}
      text={signature}
      name={{ label: t('name'), maxLength: limits.signatureName, missing: 'sign.no-name' }}
      content={{ label: t('content'), placeholder: t('placeholder'), least: 160 }}
      saveLabel={t('save')}
      onSave={(text) => saveSignature({ ...which, ...text, isDefault, isReplyDefault })}
      onClose={onClose}
      foot={({ touch }) => (
        <div className={styles.checks}>
          <Checkbox
            checked={isDefault}
            onChange={(event) => {
              setIsDefault(event.target.checked)
              touch()
            }}
          >
            {t('isDefault')}
          </Checkbox>
          <Checkbox
            checked={isReplyDefault}
            onChange={(event) => {
              setIsReplyDefault(event.target.checked)
              touch()
            }}
          >
            {t('isReplyDefault')}
          </Checkbox>
        </div>
      )}
    />
  )
}
