import type { Signature } from '@hongyan/contract/signatures'
import { useMemo } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconDraft, iconTrash } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { useDarkMail } from '../messages/dark-mail.public.ts'
import { MailFrame } from '../messages/mail-frame.public.ts'
import styles from './signatures.module.css'

interface SignatureCardProps {
  signature: Signature
  onEdit?: () => void
  onRemove?: () => void
}

/** One signature as it looks in a mail. */
export function SignatureCard({ signature, onEdit, onRemove }: SignatureCardProps) {
  const { t } = useTranslation('signatures')
  const name = { name: signature.name }
  const dark = useDarkMail()
  const pictures = useMemo(() => signature.pictures.map(asAttachment), [signature.pictures])
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h3 className={styles.name}>
          <Isolated>{signature.name}</Isolated>
        </h3>
        {signature.isDefault && <Chip>{t('use.new')}</Chip>}
        {signature.isReplyDefault && <Chip>{t('use.reply')}</Chip>}
        <span className={styles.spring} />
        {onEdit && <IconButton icon={iconDraft} label={t('editNamed', name)} onClick={onEdit} />}
        {onRemove && (
          <IconButton icon={iconTrash} label={t('removeNamed', name)} onClick={onRemove} />
        )}
      </div>
      <div className={styles.preview}>
        <MailFrame
          unsafeHtml={signature.content}
          attachments={pictures}
          onMailto={ignore}
          onLink={ignore}
          quotes="all"
          dark={dark}
        />
      </div>
    </li>
  )
}

const asAttachment = ({ contentId, url }: Signature['pictures'][number]) => ({
  section: '',
  fileName: '',
  size: 0,
  type: 'image/png',
  contentId,
  inline: true,
  url,
  previewId: null,
})

const ignore = (): void => undefined
