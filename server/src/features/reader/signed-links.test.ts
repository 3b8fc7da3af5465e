import { compose } from '@hongyan/contract/compose'
import { feedback } from '@hongyan/contract/feedback'
import { messages } from '@hongyan/contract/messages'
import { ownPictures } from '@hongyan/contract/own-pictures'
import { reader } from '@hongyan/contract/reader'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { onePixel } from '../../testing/colleagues.ts'
import { signIn } from '../../testing/compose-helpers.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const html = '<p>hello</p><img src="http://198.51.100.1/tracker.png">'

/** A signed link of each kind, and the status it answers with while its login lives. */
async function linksOf({ client, put }: TestMailbox): Promise<[string, number][]> {
  const [mailId = 0] = await put('inbox', { html })
  const { sourceUrl } = await client.get(messages.detail, { query: { mailId } })
  const { list } = await client.get(reader.pictures, { body: { mailId, allow: 'once' } })
  const file = await client.upload(compose.upload, new File(['text'], 'a.txt'))
  const picture = await client.upload(ownPictures.upload, new File([onePixel], 'a.png'))
  return [
    [sourceUrl, 200],
    // The address is one that is never asked.
    [list[0]?.src ?? '', 404],
    [file.data.url, 200],
    [picture.data.url, 200],
  ]
}

const statusOf = async (url: string) => (await fetch(server.url + url)).status

const ends: [string, (mailbox: TestMailbox) => Promise<unknown>][] = [
  ['the login is ended by its person', ({ client }) => client.get(session.logout, {})],
  [
    'the password is changed by command',
    ({ accountId }) => server.app.sessions.endAll(accountId, 'password changed'),
  ],
  ['the person is shut out', ({ accountId }) => server.app.directory.setDisabled(accountId, true)],
  [
    'its time is over',
    ({ accountId }) =>
      server.app.database.run(
        sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE account_id = ${accountId}`,
      ),
  ],
]

describe('doors-13 a signed link is as good as the login it was made for', () => {
  it.each(ends)('it opens nothing any more when %s', async (_, end) => {
    const mailbox = await newMailbox(server)
    const links = await linksOf(mailbox)
    for (const [url, status] of links) expect([url, await statusOf(url)]).toEqual([url, status])
    await end(mailbox)
    for (const [url] of links) {
      const answer = await fetch(server.url + url)
      expect([url, answer.status]).toEqual([url, 404])
      expect(await answer.json()).toMatchObject({ error: 'link.invalid', data: null })
    }
  })
})

it('hardening-mail 4: the downloads of one person are no limit for the others of an office', async () => {
  const [busy, other] = [await newMailbox(server), await newMailbox(server)]
  const [[theirs = ''] = []] = await linksOf(other)
  const [[mine = ''] = []] = await linksOf(busy)
  for (let round = 0; round < 13; round++)
    await Promise.all(Array.from({ length: 50 }, () => statusOf(mine)))
  expect(await statusOf(theirs)).toBe(200)
  expect(await statusOf(mine)).toBe(200)
})

it('doors-13 limits count persons, not their logins', async () => {
  const { client, address } = await newMailbox(server)
  const logins = [client, await signIn(server, address)]
  const say = async (round: number) => {
    const body = new FormData()
    body.append('content', `word ${round}`)
    const token = logins[round % 2]?.tokens?.accessToken
    const headers = { Authorization: `Bearer ${token}` }
    const url = `${server.url}/api/${feedback.send.path}`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  const most = feedback.send.rate.max
  for (let round = 0; round < most; round++) expect(await say(round)).toBe(200)
  expect([await say(0), await say(1)]).toEqual([429, 429])
})

it('doors-13 what an answer says is kept nowhere', async () => {
  const { client, put } = await newMailbox(server)
  const [mailId = 0] = await put('inbox', {})
  const headers = { Authorization: `Bearer ${client.tokens?.accessToken}` }
  for (const path of [`mail/email/one?mailId=${mailId}`, 'user/info', 'platform/config', 'nothing'])
    expect(
      (await fetch(`${server.url}/api/${path}`, { headers })).headers.get('cache-control'),
    ).toBe('no-store')
})
