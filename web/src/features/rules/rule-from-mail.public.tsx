import type { Person } from '@hongyan/contract/fields'
import { RuleDialog } from './rule-dialog.tsx'
import { formFromMail } from './rule-form.ts'

interface RuleFromMailProps {
  sender: Person
  /** Where mail of this sender is to go; null: it gets a star. */
  folderId: number | null
  onClose: () => void
}

/** A rule for mail like the one that is open. */
export function RuleFromMail({ sender, folderId, onClose }: RuleFromMailProps) {
  return <RuleDialog start={formFromMail(sender, folderId)} onClose={onClose} />
}
