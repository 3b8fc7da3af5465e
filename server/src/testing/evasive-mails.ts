import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ApprovalRig, type RuleInput, startApprovalRig } from './approval-rig.ts'
import { freshSink, weiAddress } from './colleagues.ts'
import { programCode } from './imap-client.ts'
import type { TestServer } from './start-test-server.ts'
import { submissionIn } from './submission-client.ts'

export const base64 = (data: Buffer | string): string =>
  (
    Buffer.from(data)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')
export const inBase64 = 'Content-Transfer-Encoding: base64'
/** A mail of one part; its bytes in base64, so that every door carries them. */
export const alone = (type: string, body: Buffer | string): string =>
  [`Content-Type: ${type}`, inBase64, '', base64(body)].join('\r\n')
export const plain = (text: string) => alone('text/plain; charset=utf-8', text)
export const html = (text: string) => alone('text/html; charset=utf-8', text)
export const mixed = (...parts: string[]): string =>
  ['Content-Type: multipart/mixed; boundary=x', '', ...parts.flatMap((one) => ['--x', one])]
    .concat('--x--')
    .join('\r\n')
export const hello = 'Content-Type: text/plain\r\n\r\nhello'
export const file = (type: string, body: Buffer | string): string => mixed(hello, alone(type, body))
export const data = (name: string, body: Buffer | string): string =>
  file(`application/octet-stream; name="${name}"`, body)
export const latin = (text: string) => Buffer.from(text, 'latin1')

/** Which of some mails leave, by their names. */
async function leavingMails(
  { server, code }: { server: TestServer; code: string },
  mails: Record<string, string | Promise<string>>,
): Promise<string[]> {
  const left: string[] = []
  const line = await submissionIn(server, { address: weiAddress, code })
  for (const [name, mail] of Object.entries(mails)) {
    await line.command(`MAIL FROM:<${weiAddress}>`)
    await line.command('RCPT TO:<peer@other.test>')
    await line.command('DATA')
    const head = [`From: ${weiAddress}`, 'To: peer@other.test', 'MIME-Version: 1.0']
    const answer = await line.command(`${head.join('\r\n')}\r\n${await mail}\r\n.`)
    if (answer.code === 250) left.push(name)
    else if (answer.code !== 550) throw new Error(`${name}: ${answer.text}`)
  }
  await line.quit()
  return left
}

/** A house whose one rule blocks these words, for the tests of a file. */
export function wordsBlocked(words: readonly string[]) {
  let rig: ApprovalRig
  let code: string
  beforeAll(async () => {
    rig = await startApprovalRig()
    code = await programCode(rig.wei)
  })
  afterAll(() => rig.stop())
  beforeEach(async () => {
    freshSink(rig.sink)
    await rig.rule({ levels: [], action: 'block', words: [...words] })
  })
  return {
    /** In place of it, until the next test. */
    rule: (over: RuleInput) => rig.rule({ levels: [], action: 'block', ...over }),
    leaving: (mails: Record<string, string | Promise<string>>) =>
      leavingMails({ server: rig.server, code }, mails),
  }
}
