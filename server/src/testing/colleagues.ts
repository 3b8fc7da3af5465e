import { settings } from '@hongyan/contract/settings'
import PostalMime, { type Email } from 'postal-mime'
import { eventually, signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'
import { type OutsideWorld, startOutsideWorld } from './outside-world.ts'
import { type ShiftingClock, shiftingClock } from './shifting-clock.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** Three colleagues who send mail to each other and to the server of `other.test`. */
export interface Colleagues {
  server: TestServer
  outside: OutsideWorld
  sink: SmtpSink
  clock: ShiftingClock
  /** 张伟, zhangwei@ and wei@example.test, in Chinese. */
  wei: HttpClient
  /** Emma Brown, emma@ and e@example.test, in English. */
  emma: HttpClient
  bob: HttpClient
  stop(): Promise<void>
}

export const weiAddress = 'zhangwei@example.test'
export const emmaAddress = 'emma@example.test'

/** Their mail leaves at once: nobody has time to undo. */
export async function startColleagues(
  environment: Record<string, string> = {},
): Promise<Colleagues> {
  const clock = shiftingClock()
  const outside = await startOutsideWorld()
  const server = await startTestServer({
    clock,
    environment: { ...outside.environment, ...environment },
  })
  const person = async (address: string, name: string, aliases: string[] = []) => {
    await server.addPerson({ address, name, aliases })
    const client = await signIn(server, address, name === '张伟' ? 'zh' : 'en')
    await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
    return client
  }
  return {
    server,
    outside,
    sink: outside.sink,
    clock,
    wei: await person(weiAddress, '张伟', ['wei@example.test']),
    emma: await person(emmaAddress, 'Emma Brown', ['e@example.test']),
    bob: await person('bob@example.test', 'Bob'),
    stop: async () => {
      await server.stop()
      await outside.stop()
    },
  }
}

/** Forgets what a server of the outside got, and takes everything again. */
export function freshSink({ mails, behaviour }: SmtpSink): void {
  mails.length = 0
  Object.assign(behaviour, { recipients: {}, data: null })
}

/** The mail with that subject, as a server outside got it. */
export async function arrivedAt(sink: SmtpSink, subject: string): Promise<Email> {
  const found = await eventually(
    async () => {
      const all = await Promise.all(sink.mails.map((one) => PostalMime.parse(one.raw)))
      return all.find((one) => one.subject === subject)
    },
    (mail) => mail !== undefined,
    `the mail ${subject}`,
  )
  if (!found) throw new Error(`no mail ${subject}`)
  return found
}

/** A picture of one pixel. */
export const onePixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
