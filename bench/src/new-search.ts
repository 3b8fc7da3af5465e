import type { SearchPage } from '@hongyan/contract/search'
import type { Promised } from './promise.ts'
import { makeMail } from './support/corpus.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { ownServer } from './support/own-server.ts'
import { password } from './support/people.ts'
import { connectSmtp, type SmtpClient, toWire } from './support/smtp-client.ts'
import { figure, median } from './support/stats.ts'

const address = 'new@bench.test'
const count = 75

/** The first mails of a new installation, searched as soon as the last 250 is there. */
export const newSearch: Promised = {
  name: 'new-search',
  needs: 'own',
  run: ({ quick }) =>
    ownServer([address], async (server) => {
      const client = await connectHttp(server.httpPort)
      await logIn(client, address, password)
      const sender = await connectSmtp(server.smtpPort)
      const firsts: number[] = []
      const others: number[] = []
      for (let round = 0; round < (quick ? 5 : 20); round++) {
        const mark = `first${round}x`
        await deliver(sender, { mark, count: round === 0 ? count : 1 })
        firsts.push(await timeOf(client, mark, 1))
        for (const word of ['customer', 'zephyrine']) others.push(await timeOf(client, word, 0))
      }
      sender.close()
      client.close()
      const samples = [...firsts, ...others]
      return [
        figure({
          name: 'new-search: a search among the first mails of a new database',
          size: count,
          samples,
          unit: 'ms',
          limit: 'median <= 5 ms',
          met: median(samples) <= 5,
        }),
        figure({
          name: 'new-search: the mail whose 250 came this moment',
          size: count,
          samples: firsts,
          unit: 'ms',
        }),
      ]
    }),
}

async function deliver(
  sender: SmtpClient,
  { mark, count }: { mark: string; count: number },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { raw } = makeMail(index, { to: address, size: 10_000, mark })
    await sender.send({ sender: 'sender@example.org', to: address, wire: toWire(raw) })
  }
}

/** @param least so many mails must be found */
async function timeOf(client: HttpClient, word: string, least: number): Promise<number> {
  const { status, ms, body } = await client.get(`mail/email/search?searchKeyword=${word}`)
  if (status !== 200) throw new Error(`a search answered ${status}`)
  const { list } = (JSON.parse(body.toString()) as { data: SearchPage }).data
  if (list.length < least) throw new Error(`${word} was not found after its 250`)
  return ms
}
