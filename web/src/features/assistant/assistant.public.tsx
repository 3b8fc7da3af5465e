import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  iconFileText,
  iconGlobe,
  iconReply,
  iconShield,
  iconSpark,
  iconTodo,
} from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { translateMail } from './beyond/translation-store.public.ts'
import { useOffers } from './beyond/use-offers.ts'
import { useFunctions } from './functions.ts'
import {
  type AssistantWish,
  closeAssistant,
  openAssistant,
  useAssistantOpen,
} from './open-assistant.public.ts'

export { useHasAssistant } from './functions.ts'

/** Nothing of it is loaded before it is opened. */
const Panel = lazyPart(() => import('./assistant-panel.tsx'), 'AssistantPanel')

/** The panel, while it is open. */
export function AssistantDrawer() {
  const has = useFunctions().length > 0
  const open = useAssistantOpen((state) => state.open)
  useShortcuts({ assistant: has ? () => (open ? closeAssistant() : openAssistant()) : undefined })
  return has && open && <Panel />
}

/** Opens the assistant; not there where it is not offered. @param on what for; left out, it opens and closes */
export function AssistantButton({ on }: { on?: AssistantWish }) {
  const { t } = useTranslation('shell')
  const functions = useFunctions()
  const open = useAssistantOpen((state) => state.open)
  if (on === undefined ? functions.length === 0 : !functions.includes(on)) return null
  const press = () => (open && on === undefined ? closeAssistant() : openAssistant(on ?? null))
  return (
    <IconButton
      icon={iconSpark}
      label={t(on === undefined ? 'assistant' : 'assistantDraft')}
      {...(on === undefined ? { pressed: open, shortcut: 'g a' } : {})}
      onClick={press}
    />
  )
}

const ofMail = [
  ['summary', iconFileText],
  ['check', iconShield],
  ['brief', iconTodo],
  ['reply', iconReply],
] as const

/** What the assistant does with the open mail, over it. @param mailId null for one that nothing is translated of */
export function AssistantMailMenu({ mailId }: { mailId: number | null }) {
  const { t } = useTranslation('shell')
  const functions = useFunctions()
  const translates = useOffers('translate', { byModel: true })
  const entries: MenuItem[] = ofMail.flatMap(([on, icon]) =>
    functions.includes(on)
      ? [{ id: on, label: t(`assistantMail.${on}`), icon, onSelect: () => openAssistant(on) }]
      : [],
  )
  if (translates && mailId !== null)
    entries.push({
      id: 'translate',
      label: t('assistantMail.translate'),
      icon: iconGlobe,
      onSelect: () => translateMail(mailId),
    })
  if (entries.length === 0) return null
  return (
    <Menu
      label={t('assistant')}
      align="end"
      trigger={(props) => <IconButton icon={iconSpark} label={t('assistant')} {...props} />}
      entries={entries}
    />
  )
}
