import type { Mailbox } from './demo-mime.ts'
import { demoOrganisation } from './demo-organisation.ts'

/** Local part to the full address of the demo domain. */
export function addressOf(local: string): string {
  return `${local}@${demoOrganisation.domain}`
}

export function personMailbox(local: string, language: 'zh' | 'en' = 'zh'): Mailbox {
  const address = addressOf(local)
  const person = demoOrganisation.people.find((one) => one.address === address)
  return { name: person?.name[language] ?? '', address }
}
