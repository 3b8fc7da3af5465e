import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './client-access.module.css'
import { CopyButton } from './copy-value.tsx'

interface CodeDialogProps {
  code: string
  account: string
  onClose: () => void
}

/** The new code, this once: the server keeps its hash alone. */
export function CodeDialog({ code, account, onClose }: CodeDialogProps) {
  const { t } = useTranslation('client-access')
  const groups = code.match(/.{1,4}/g) ?? []
  return (
    <Dialog
      title={t('code.newTitle')}
      closeLabel={t('common:close')}
      onClose={onClose}
      width={440}
      footer={
        <Button kind="primary" data-autofocus onClick={onClose}>
          {t('code.saved')}
        </Button>
      }
    >
      <div className={styles.newCode}>
        <p>{t('code.newText', { account })}</p>
        <div className={styles.code}>
          <output aria-label={t('code.title')}>
            {groups.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and none moves
              <span key={index}>{group}</span>
            ))}
          </output>
          <CopyButton text={code} name={t('code.title')} />
        </div>
        <Banner tone="info">{t('code.once')}</Banner>
      </div>
    </Dialog>
  )
}
