import { compose } from '@hongyan/contract/compose'
import { groups } from '@hongyan/contract/groups'
import { getHeader } from '@hongyan/mime/headers'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, mailBody } from '../../../testing/compose-helpers.ts'
import { dkimRecord } from '../../../testing/dkim-record.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { newGroup, signInAdmin } from '../../../testing/mail-groups.ts'
import { type RulesRig, startRulesRig } from '../../../testing/rules-rig.ts'

const origin = 'https://mail.example.test'

let rig: RulesRig
let boss: HttpClient

beforeAll(async () => {
  rig = await startRulesRig({ HONGYAN_ORIGIN: origin })
  boss = await signInAdmin(rig.server)
})

afterAll(() => rig.stop())

/** What each of some people outside got of a mail of ours to a group, by address. */
async function passedOn(subject: string, to: string, people: number): Promise<Map<string, Buffer>> {
  await rig.wei.get(compose.send, { body: mailBody({ mailSubject: subject, mailTo: [to] }) })
  const mails = await eventually(
    async () => rig.sink.mails.filter(({ raw }) => raw.toString().includes(`Subject: ${subject}`)),
    (list) => list.length >= people,
  )
  return new Map(mails.map((mail) => [mail.recipients.join(), mail.raw]))
}

const linkOf = (raw: Buffer | undefined): string =>
  /<(https:[^>]+)>/.exec(getHeader(raw ?? Buffer.alloc(0), 'list-unsubscribe') ?? '')?.[1] ?? ''

const at = (link: string, init?: RequestInit): Promise<Response> =>
  fetch(link.replace(origin, rig.server.url), init)

const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

describe('RFC 8058 one click', () => {
  it('CONTACTS-09 people outside leave a group by a link of their own, which our signature covers', async () => {
    const inside = await newGroup(
      boss,
      { address: 'inner@example.test' },
      { member: ['two@other.test'] },
    )
    const groupId = await newGroup(
      boss,
      { address: 'news@example.test', name: '客户<通讯>' },
      { member: ['one@other.test', 'emma@example.test', 'inner@example.test'] },
    )
    const got = await passedOn('first', 'news@example.test', 2)
    expect([...got.keys()].sort()).toEqual(['one@other.test', 'two@other.test'])
    const one = got.get('one@other.test')
    const two = got.get('two@other.test')
    for (const raw of [one, two]) {
      expect(getHeader(raw ?? Buffer.alloc(0), 'list-unsubscribe-post')).toBe(
        'List-Unsubscribe=One-Click',
      )
      expect(getHeader(raw ?? Buffer.alloc(0), 'list-unsubscribe')).toContain(
        '<mailto:news@example.test?subject=unsubscribe>',
      )
    }
    expect(linkOf(one)).not.toBe(linkOf(two))
    const key = await rig.server.app.directory.dkimKeyFor('example.test')
    const { results } = await dkimVerify(one ?? '', { resolver: dkimRecord(key?.privateKey ?? '') })
    expect(results.map(({ status }) => status.result)).toEqual(['pass'])
    expect(
      /\bh=([^;]+);/.exec(getHeader(one ?? Buffer.alloc(0), 'dkim-signature') ?? '')?.[1],
    ).toMatch(/list-unsubscribe:list-unsubscribe-post/i)

    // Opening it takes nobody out: it asks, in the language of the browser, and what the group is called runs nothing.
    const asked = await at(linkOf(one), { headers: { 'accept-language': 'zh-CN' } })
    expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await asked.text()
    expect(page).toContain('退出“客户&lt;通讯&gt;”？')
    expect(page).toContain('one@other.test')
    const members = async (id: number) =>
      (await boss.get(groups.members, { query: { groupId: id, type: 'member' } })).list.map(
        (entry) => entry.address,
      )
    expect(await members(groupId)).toContain('one@other.test')

    // A program's click, twice; a person's in a group inside.
    for (const _ of [1, 2]) expect((await at(linkOf(one), oneClick)).status).toBe(200)
    expect(await members(groupId)).not.toContain('one@other.test')
    expect(await members(groupId)).toContain('emma@example.test')
    const left = await at(linkOf(two), { method: 'POST', headers: { 'accept-language': 'en' } })
    expect([left.status, await left.text()]).toEqual([
      200,
      expect.stringContaining('left the group'),
    ])
    expect(await members(inside)).toEqual([])
  })

  it('T18 a link that nobody made takes nobody out', async () => {
    const groupId = await newGroup(
      boss,
      { address: 'kept@example.test' },
      { member: ['three@other.test'] },
    )
    const got = await passedOn('kept', 'kept@example.test', 1)
    const link = linkOf(got.get('three@other.test'))
    const bent = link.replace(/\/leave\/(.)/, (_, first) => `/leave/${first === 'A' ? 'B' : 'A'}`)
    for (const wrong of [bent, `${link}x`, `${origin}/leave/x`, `${origin}/leave/e30.x`])
      expect((await at(wrong, oneClick)).status).toBe(404)
    const { list } = await boss.get(groups.members, { query: { groupId, type: 'member' } })
    expect(list.map((one) => one.address)).toEqual(['three@other.test'])
  })
})
