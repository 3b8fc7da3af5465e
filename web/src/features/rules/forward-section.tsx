import { rules } from '@hongyan/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Row, Section, SettingsForm } from '../settings/form.public.tsx'
import { offerUndo } from '../settings/undo.public.ts'
import { addressesIn } from './rule-form.ts'
import { forwardQuery } from './rules-query.ts'

/** Automatic forward: a part of the general settings, where the organisation allows it (RULES-14). */
export function ForwardSection() {
  const { t } = useTranslation('rules')
  const allowed = useSettings()?.autoForwardEnable === 1
  const { data } = useQuery({ ...forwardQuery, enabled: allowed })
  if (!allowed) return null
  return data ? (
    <ForwardForm key={JSON.stringify(data)} saved={data} />
  ) : (
    <Section title={t('forward.title')}>
      <Skeleton height={56} />
    </Section>
  )
}

interface Forward {
  enabled: boolean
  forwardTo: string[]
  keepOriginal: boolean
}

async function store(body: Forward): Promise<void> {
  await call(rules.saveForward, { body })
  await queryClient.invalidateQueries({ queryKey: forwardQuery.queryKey })
}

function ForwardForm({ saved }: { saved: Forward }) {
  const { t } = useTranslation('rules')
  const before = { ...saved, forwardTo: saved.forwardTo.join('\n') }
  const [form, setForm] = useState(before)
  const { busy, error, attempt, setError } = useAttempt()
  const dirty = JSON.stringify(form) !== JSON.stringify(before)
  const onSave = async () => {
    const body = { ...form, forwardTo: addressesIn(form.forwardTo) }
    const done = await attempt(() => store(body))
    if (done) offerUndo({ name: t('forward.title'), restore: () => store(saved) })
  }
  return (
    <SettingsForm
      dirty={dirty}
      saving={busy}
      error={error}
      onSave={() => void onSave()}
      onReset={() => {
        setForm(before)
        setError(null)
      }}
    >
      <Section title={t('forward.title')} hint={t('forward.hint')}>
        <Row label={t('forward.enabled')}>
          {({ control }) => (
            <Switch
              {...control}
              checked={form.enabled}
              onChange={(event) => setForm({ ...form, enabled: event.target.checked })}
            />
          )}
        </Row>
        {form.enabled && (
          <Row label={t('addresses')} stacked>
            {() => (
              <>
                <TextArea
                  label={t('addresses')}
                  hideLabel
                  rows={2}
                  placeholder="name@example.com"
                  hint={t('addressesHint')}
                  value={form.forwardTo}
                  onChange={(event) => setForm({ ...form, forwardTo: event.target.value })}
                />
                <Checkbox
                  checked={form.keepOriginal}
                  onChange={(event) => setForm({ ...form, keepOriginal: event.target.checked })}
                >
                  {t('forward.keep')}
                </Checkbox>
              </>
            )}
          </Row>
        )}
      </Section>
    </SettingsForm>
  )
}
