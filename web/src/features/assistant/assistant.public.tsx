import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { platformQuery, useSettings } from '../../lib/me.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconFileText, iconReply, iconShield, iconSpark } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import {
  type AssistantWish,
  closeAssistant,
  openAssistant,
  useAssistantOpen,
} from './open-assistant.public.ts'

/** Nothing of it is loaded before it is opened. */
const Panel = lazyPart(() => import('./assistant-panel.tsx'), 'AssistantPanel')

/** Whether the assistant is there: on this host (AI-01, G50), and in this organisation. */
export function useIsOffered(): boolean {
  const isOn = useSettings()?.assistantEnable === 1
  const hosts = useQuery(platformQuery).data?.showAi
  return isOn && hosts?.includes(location.hostname) === true
}

/** The same for who has not turned it off. */
export function useHasAssistant(): boolean {
  const wanted = useSettings()?.assistant === 1
  return useIsOffered() && wanted
}

/** The panel, while it is open. */
export function AssistantDrawer() {
  const has = useHasAssistant()
  const open = useAssistantOpen((state) => state.open)
  if (!has || !open) return null
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  )
}

/** Opens the assistant; not there where it is not offered. @param on what for; left out, it opens and closes */
export function AssistantButton({ on }: { on?: AssistantWish }) {
  const { t } = useTranslation('shell')
  const has = useHasAssistant()
  const open = useAssistantOpen((state) => state.open)
  if (!has) return null
  const press = () => (open && on === undefined ? closeAssistant() : openAssistant(on ?? null))
  return (
    <IconButton
      icon={iconSpark}
      label={t(on === undefined ? 'assistant' : 'assistantDraft')}
      {...(on === undefined ? { pressed: open } : {})}
      onClick={press}
    />
  )
}

/** What the assistant does with the open mail, over it. */
export function AssistantMailMenu() {
  const { t } = useTranslation('shell')
  const has = useHasAssistant()
  if (!has) return null
  const entry = (on: 'summary' | 'check' | 'reply', icon: string) => ({
    id: on,
    label: t(`assistantMail.${on}`),
    icon,
    onSelect: () => openAssistant(on),
  })
  return (
    <Menu
      label={t('assistant')}
      align="end"
      trigger={(props) => <IconButton icon={iconSpark} label={t('assistant')} {...props} />}
      entries={[
        entry('summary', iconFileText),
        entry('check', iconShield),
        entry('reply', iconReply),
      ]}
    />
  )
}
