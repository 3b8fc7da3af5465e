import { limits } from '@hongyan/contract/limits'
import { rules } from '@hongyan/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Row, Section, SettingsForm } from '../settings/form.public.tsx'
import { offerUndo } from '../settings/undo.public.ts'
import styles from './rules.module.css'
import { replyQuery } from './rules-query.ts'

/** Automatic reply: a part of the general settings. */
export function ReplySection() {
  const { t } = useTranslation('rules')
  const { data } = useQuery(replyQuery)
  return data ? (
    <ReplyForm key={JSON.stringify(data)} saved={data} />
  ) : (
    <Section title={t('reply.title')}>
      <Skeleton height={56} />
    </Section>
  )
}

type Reply = Awaited<ReturnType<typeof loadReply>>
const loadReply = () => call(rules.getReply, { query: {} })

async function store(body: Reply): Promise<void> {
  await call(rules.saveReply, { body })
  await queryClient.invalidateQueries({ queryKey: replyQuery.queryKey })
}

function ReplyForm({ saved }: { saved: Reply }) {
  const { t } = useTranslation('rules')
  const format = useTimeFormat()
  const [form, setForm] = useState(saved)
  const { busy, error, attempt, setError } = useAttempt()
  const change = (part: Partial<Reply>) => setForm((before) => ({ ...before, ...part }))
  const dirty = JSON.stringify(form) !== JSON.stringify(saved)
  const onSave = async () => {
    const done = await attempt(() => store(form))
    if (done) offerUndo({ name: t('reply.title'), restore: () => store(saved) })
  }
  return (
    <SettingsForm
      dirty={dirty}
      saving={busy}
      error={error}
      onSave={() => void onSave()}
      onReset={() => {
        setForm(saved)
        setError(null)
      }}
    >
      <Section title={t('reply.title')} hint={t('reply.hint')}>
        <Row label={t('reply.enabled')}>
          {({ control }) => (
            <Switch
              {...control}
              checked={form.enabled}
              onChange={(event) => change({ enabled: event.target.checked })}
            />
          )}
        </Row>
        {form.enabled && (
          <Row label={t('reply.content')} hint={t('reply.contentHint')} stacked>
            {() => (
              <>
                <TextArea
                  label={t('reply.content')}
                  hideLabel
                  rows={4}
                  maxLength={limits.replyText}
                  value={form.content}
                  onChange={(event) => change({ content: event.target.value })}
                />
                <div className={styles.period}>
                  <DateTimeField
                    format={format}
                    label={t('reply.from')}
                    value={form.startTime.replace(' ', 'T')}
                    onChange={(value) => change({ startTime: value.replace('T', ' ') })}
                  />
                  <DateTimeField
                    format={format}
                    label={t('reply.until')}
                    value={form.endTime.replace(' ', 'T')}
                    onChange={(value) => change({ endTime: value.replace('T', ' ') })}
                  />
                </div>
              </>
            )}
          </Row>
        )}
      </Section>
    </SettingsForm>
  )
}
