import { search } from '@hongyan/contract/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

async function searcher() {
  const { address, client } = await newMailbox(server)
  const find = async (searchKeyword: string) => {
    const { list } = await client.get(search.search, { query: { searchKeyword } })
    return list.map((one) => one.mailSubject)
  }
  return { address, client, find }
}

it('SEARCH-07 Latin words and numbers are found though Chinese follows without a space', async () => {
  const { address, find } = await searcher()
  const mixed = [
    'PPT已更新',
    '2026年度计划',
    '合同HT20261122号',
    '请联系13800138000谢谢',
    'VPN账号开通',
  ]
  await deliver(server, address, ...mixed.map((subject) => ({ subject })), {
    subject: 'a file',
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
    text: `--b\r\n\r\nbody\r\n--b\r\nContent-Type: application/x-a; name="方案final版.docx"\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--`,
  })
  const [slides, plan, order, phone, account] = mixed
  for (const [typed, wanted] of [
    ['PPT', slides],
    ['PPT已更新', slides],
    ['已更', slides],
    ['2026', plan],
    ['2026年', plan],
    ['"2026年度计划"', plan],
    ['HT20261122', order],
    ['ht2026', order],
    ['合同HT20261122号', order],
    ['13800138000', phone],
    ['VPN', account],
    ['subject:vpn 账号', account],
    ['filename:final', 'a file'],
  ] as const)
    expect(await find(typed), typed).toEqual([wanted])
  expect(await find('in:inbox -VPN')).toEqual(['a file', ...mixed.slice(0, -1).reverse()])
})

it.each([
  ['larger:2g', []],
  ['大于:2g', []],
  ['larger:999999999m', []],
  ['larger:999999999.999g', []],
  ['larger:2g report', []],
  ['-larger:2g', ['a report', 'other']],
  ['smaller:3g', ['a report', 'other']],
  ['smaller:3g report', ['a report']],
  ['larger:2g OR report', ['a report']],
  ['-smaller:3g', []],
])(
  'SEARCH-01 a size that no mail can have is found, counted and saved as any other: %s',
  async (searchKeyword, wanted) => {
    const { address, client, find } = await searcher()
    await deliver(server, address, { subject: 'other' }, { subject: 'a report' })
    expect(await find(searchKeyword)).toEqual(wanted)
    const counted = await client.get(search.count, { query: { searchKeyword } })
    expect(counted).toEqual({ count: wanted.length, more: false })
    await client.get(search.save, { body: { name: 'large', query: { searchKeyword } } })
    const { list } = await client.get(search.saved, { query: {} })
    expect(list).toMatchObject([{ query: { searchKeyword } }])
  },
)
