import { reader } from '@hongyan/contract/reader'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSettings } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Row, Section } from '../../settings/form.public.tsx'
import { ChoiceRow, SwitchRow } from '../../settings/setting-rows.public.tsx'
import styles from './reading-section.module.css'

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
        <SwitchRow
          name="displayEmail"
          label={t('settings.displayEmail')}
          hint={t('settings.displayEmailHint')}
        />
        <ChoiceRow
          label={t('settings.receipt')}
          hint={t('settings.receiptHint')}
          value={settings.readReceipt}
          options={receiptChoices.map((value) => ({
            change: { key: 'readReceipt', value },
            text: t(`settings.receipts.${value}`),
          }))}
        />
        <PictureSenders />
      </Section>
      <Section title={t('settings.answering')}>
        <ChoiceRow
          label={t('settings.prefix')}
          value={settings.subjectPrefix}
          options={prefixes.map((value) => ({
            change: { key: 'subjectPrefix', value },
            text: t(`settings.prefixes.${value}`),
          }))}
        />
        {(['replyWithOriginal', 'forwardWithOriginal'] as const).map((name) => (
          <SwitchRow key={name} name={name} label={t(`settings.${name}`)} />
        ))}
        <SwitchRow
          name="saveContact"
          label={t('settings.saveContact')}
          hint={t('settings.saveContactHint')}
        />
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
