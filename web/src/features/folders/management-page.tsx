import { useTranslation } from '../../lib/i18n.ts'
import { Page } from '../settings/form.public.tsx'
import { FolderTable } from './folder-table.tsx'
import { LabelTable } from './label-table.tsx'

/** Folders and labels in one place (R49); the settings icon of the sidebar leads here. */
export function ManagementPage() {
  const { t } = useTranslation('folders')
  return (
    <Page title={t('management')} text={t('managementText')} wide>
      <FolderTable />
      <LabelTable />
    </Page>
  )
}
