import { reader } from '@hongyan/contract/reader'
import type { SettingChange } from '@hongyan/contract/settings'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { changeSetting, useSettings } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Row, Section } from '../../settings/form.public.tsx'
import styles from './reading-section.module.css'

async function save(change: SettingChange): Promise<void> {
  try {
    await changeSetting(change)
  } catch (error) {
    tellTrouble(error)
  }
}

const receiptChoices = ['ask', 'always', 'never'] as const
const prefixes = ['auto', 'zh', 'en'] as const

/** Reading and answering (READ-02, READ-05, READ-06) as a part of general config. */
export function ReadingSection() {
  const { t } = useTranslation('reader')
  const settings = useSettings()
  if (!settings) return null
  return (
    <>
      <Section title={t('settings.reading')}>
        <Row label={t('settings.displayEmail')} hint={t('settings.displayEmailHint')}>
          {({ control }) => (
            <Switch
              {...control}
              checked={settings.displayEmail === 1}
              onChange={(event) =>
                void save({ key: 'displayEmail', value: event.target.checked ? 1 : 0 })
              }
            />
          )}
        </Row>
        <Row label={t('settings.receipt')} hint={t('settings.receiptHint')}>
          {() => (
            <Select
              label={t('settings.receipt')}
              hideLabel
              value={settings.readReceipt}
              onChange={(event) => {
                const value = receiptChoices.find((one) => one === event.target.value)
                if (value) void save({ key: 'readReceipt', value })
              }}
              options={receiptChoices.map((value) => ({
                value,
                label: t(`settings.receipts.${value}`),
              }))}
            />
          )}
        </Row>
        <PictureSenders />
      </Section>
      <Section title={t('settings.answering')}>
        <Row label={t('settings.prefix')}>
          {() => (
            <Select
              label={t('settings.prefix')}
              hideLabel
              value={settings.subjectPrefix}
              onChange={(event) => {
                const value = prefixes.find((one) => one === event.target.value)
                if (value) void save({ key: 'subjectPrefix', value })
              }}
              options={prefixes.map((value) => ({ value, label: t(`settings.prefixes.${value}`) }))}
            />
          )}
        </Row>
        {(['replyWithOriginal', 'forwardWithOriginal'] as const).map((key) => (
          <Row key={key} label={t(`settings.${key}`)}>
            {({ control }) => (
              <Switch
                {...control}
                checked={settings[key] === 1}
                onChange={(event) => void save({ key, value: event.target.checked ? 1 : 0 })}
              />
            )}
          </Row>
        ))}
      </Section>
    </>
  )
}

/** Senders whose remote pictures are always shown; each can be taken back. */
function PictureSenders() {
  const { t } = useTranslation('reader')
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['pictureSenders'],
    queryFn: ({ pageParam }) => call(reader.pictureSenders, { query: { after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.list.at(-1)?.address : undefined),
  })
  const senders = data?.pages.flatMap((page) => page.list) ?? []
  const remove = async (address: string) => {
    try {
      await call(reader.removePictureSender, { body: { address } })
      void queryClient.invalidateQueries({ queryKey: ['mail'] })
    } catch (error) {
      tellTrouble(error)
    }
    void queryClient.invalidateQueries({ queryKey: ['pictureSenders'] })
  }
  return (
    <Row label={t('settings.pictureSenders')} hint={t('settings.pictureSendersHint')} stacked>
      {({ labelledBy }) =>
        senders.length === 0 ? (
          <p className={styles.none}>{t('settings.noPictureSenders')}</p>
        ) : (
          <>
            <ul className={styles.list} aria-labelledby={labelledBy}>
              {senders.map(({ address }) => (
                <li key={address} className={styles.sender}>
                  <span className={styles.address}>
                    <Isolated>{address}</Isolated>
                  </span>
                  <Button
                    size="sm"
                    kind="quiet"
                    aria-label={t('settings.removeSender', { address })}
                    onClick={() => void remove(address)}
                  >
                    {t('settings.remove')}
                  </Button>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <Button size="sm" onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </>
        )
      }
    </Row>
  )
}
