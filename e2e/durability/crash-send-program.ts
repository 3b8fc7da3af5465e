import { setTimeout as delay } from 'node:timers/promises'
import { clientAccess } from '@hongyan/contract/client-access'
import { createTransport } from 'nodemailer'
import { reader } from './crash-send-mails.ts'
import { domain, password } from './product.ts'
import type { StubbornApi } from './stubborn-api.ts'

/** A mail that a program handed over, and what it heard: nothing, where the server died over it. */
export interface Handed {
  subject: string
  answer: 'taken' | 'refused' | 'none'
}

export const programPerson = `d@${domain}`

/** A program that sends one mail after another by submission, none a second time, and goes on until one was taken. */
export async function sendByProgram(
  api: StubbornApi,
  port: number,
  goesOn: () => boolean,
): Promise<Handed[]> {
  await api.get(clientAccess.stateByUser, { state: 1, password })
  const { password: code } = await api.get(clientAccess.generatePassword, {})
  const handed: Handed[] = []
  while (goesOn() || !handed.some(({ answer }) => answer === 'taken')) {
    const subject = `handed ${handed.length}`
    handed.push({ subject, answer: await handOver({ subject, port, code }) })
    await delay(60)
  }
  return handed
}

async function handOver({
  subject,
  port,
  code,
}: {
  subject: string
  port: number
  code: string
}): Promise<Handed['answer']> {
  const transport = createTransport({
    ...{ host: '127.0.0.1', port, secure: true, connectionTimeout: 5_000 },
    auth: { user: programPerson, pass: code },
    tls: { rejectUnauthorized: false },
  })
  try {
    await transport.sendMail({ from: programPerson, to: reader, subject, text: `of ${subject}` })
    return 'taken'
  } catch (thrown) {
    return (thrown as { responseCode?: number }).responseCode ? 'refused' : 'none'
  } finally {
    transport.close()
  }
}

/** 250 behind DATA: it arrived once and lies in Sent once. Without an answer it is in both places or in neither. */
export function judgeHanded(
  found: { lost: string[]; doubled: string[]; untrue: string[] },
  handed: readonly Handed[],
  copiesOf: { inbox(subject: string): number; sent(subject: string): number },
): void {
  for (const { subject, answer } of handed) {
    const [inbox, sent] = [copiesOf.inbox(subject), copiesOf.sent(subject)]
    const said = `${subject}, ${answer}: ${inbox} arrived, ${sent} in Sent`
    if (inbox > 1 || sent > 1) found.doubled.push(said)
    if (inbox !== sent || (answer === 'taken' && inbox === 0)) found.lost.push(said)
    if (answer === 'refused' && inbox > 0) found.untrue.push(said)
  }
}
