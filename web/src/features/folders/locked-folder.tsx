import type { Folder } from '@hongyan/contract/folders'
import { useTranslation } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconLock } from '../../ui/icons.ts'
import { useFolders } from './folder-book.ts'
import styles from './folders.module.css'
import { UnlockForm } from './unlock-form.tsx'

/** Stands where the mail of a locked folder would be, until its password is given. */
export function LockedFolder({ folder }: { folder: Folder }) {
  const { t } = useTranslation('folders')
  const { own } = useFolders()
  // A folder inside a locked one is opened with the password of that one.
  const lock = own.find(({ folderId }) => folderId === folder.lockedBy) ?? folder
  return (
    <div className={styles.locked}>
      <span className={styles.lockedIcon}>
        <Icon icon={iconLock} size={28} />
      </span>
      <h2 className={styles.lockedTitle}>{t('lockedTitle', { name: lock.folderName })}</h2>
      <p className={styles.lockedText}>{t('lockedText')}</p>
      <UnlockForm key={lock.folderId} folderId={lock.folderId} />
    </div>
  )
}
