import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Row, Section } from '../settings/form.public.tsx'
import {
  askPermission,
  canWebPush,
  permissionNow,
  subscribe,
  unsubscribe,
  webPushQuery,
} from './web-push.ts'

/** New mail told by the system: while the page is in the background, and while it is closed. */
export function SystemNotices() {
  const { t } = useTranslation('notifications')
  const off = useSettings()?.newMailNotification !== 1
  return (
    <Section title={t('title')}>
      <SystemRows off={off} />
    </Section>
  )
}

/** Permission of the browser, asked by this button alone; then notifications while the page is closed. */
function SystemRows({ off }: { off: boolean }) {
  const { t } = useTranslation('notifications')
  const [permission, setPermission] = useState(permissionNow)
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ ...webPushQuery, enabled: canWebPush() })
  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      await (on ? subscribe() : unsubscribe())
    } catch (error) {
      const text = error instanceof ApiError ? error.message : t('subscribeFailed')
      toast({ kind: 'error', text })
    }
    setBusy(false)
  }
  return (
    <>
      <Row label={t('system')} hint={t(`permission.${permission}`)}>
        {({ control }) =>
          permission === 'default' && (
            <Button
              disabled={off}
              aria-describedby={control['aria-describedby']}
              onClick={() => void askPermission().then(setPermission)}
            >
              {t('allow')}
            </Button>
          )
        }
      </Row>
      {permission === 'granted' && canWebPush() && (
        <Row label={t('closed')} hint={t('closedHint')}>
          {({ control }) => (
            <Switch
              {...control}
              checked={data?.subscribed ?? false}
              disabled={off || busy || !data}
              onChange={(event) => void turn(event.target.checked)}
            />
          )}
        </Row>
      )}
    </>
  )
}
