import { limits } from '@hongyan/contract/limits'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Section } from './form.public.tsx'
import { ChoiceRow, SwitchRow } from './setting-rows.public.tsx'

/** How mail lists look (MAILLIST-06 to -11, -29). */
export function ListSection() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  if (!settings) return null
  const paged = settings.showMailPageNumber !== 0
  return (
    <Section title={t('mailList')} hint={t('listHint')}>
      <SwitchRow name="startInInbox" hint={t('startInInboxHint')} />
      <ChoiceRow
        label={t('paging')}
        value={settings.showMailPageNumber}
        options={([2, 1, 0] as const).map((value) => ({
          change: { key: 'showMailPageNumber', value },
          text: t(`list:pagingModes.${value}`),
        }))}
      />
      {paged && (
        <ChoiceRow
          label={t('mailCount')}
          value={settings.mailCount}
          options={limits.pageSizes.map((value) => ({
            change: { key: 'mailCount', value },
            text: t('perPage', { count: value }),
          }))}
        />
      )}
      <ChoiceRow
        label={t('columns')}
        value={settings.layout}
        options={([3, 2] as const).map((value) => ({
          change: { key: 'layout', value },
          text: t(`columnModes.${value}`),
        }))}
      />
      <SwitchRow name="showMailList" hint={t('showMailListHint')} />
      <ChoiceRow
        label={t('tableSize')}
        value={settings.tableSize}
        options={([1, 2, 3] as const).map((value) => ({
          change: { key: 'tableSize', value },
          text: t(`densities.${value}`),
        }))}
      />
      <SwitchRow name="conversation" hint={t('conversationHint')} />
      <SwitchRow name="showPreview" />
      <SwitchRow name="showMailSize" />
      <SwitchRow name="showListEmail" />
      <SwitchRow name="mailSourceMarkEnable" hint={t('mailSourceMarkHint')} />
      <SwitchRow name="strangerMarkEnable" hint={t('strangerMarkHint')} />
    </Section>
  )
}
