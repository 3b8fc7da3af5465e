import type { ApprovalState } from '@hongyan/contract/approval-fields'
import { useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/chip.tsx'

const tones = { pending: 'warn', approved: 'ok', rejected: 'danger', withdrawn: 'neutral' } as const

/** Where an application stands. */
export function StateChip({ state }: { state: ApprovalState }) {
  const { t } = useTranslation('approval')
  return <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>
}
