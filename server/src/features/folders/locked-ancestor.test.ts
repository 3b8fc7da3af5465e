import { folders } from '@hongyan/contract/folders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

const outerPassword = 'outer-5esame'
const password = 'inner-5esame'

/** A tree of which the login knows inner passwords only: outer (locked) > plain, leaf (locked), own (locked) > deep. */
interface Tree {
  outer: number
  plain: number
  leaf: number
  own: number
  deep: number
  beside: number
}

let server: TestServer
let box: TestMailbox
/** Knows the passwords of the inner folders, not that of the outer one. */
let insider: HttpClient
let tree: Tree

beforeAll(async () => {
  server = await startTestServer()
  box = await newMailbox(server)
  const { client } = box
  const add = async (folderName: string, parentId?: number) =>
    (await client.get(folders.save, { body: { folderName, parentId } })).folderId
  const outer = await add('outer')
  const own = await add('own', outer)
  tree = {
    outer,
    own,
    plain: await add('plain', outer),
    leaf: await add('leaf', outer),
    deep: await add('deep', own),
    beside: await add('beside'),
  }
  await box.put(tree.leaf, { subject: 'inside' })
  for (const folderId of [tree.leaf, own]) {
    await client.get(folders.setPassword, { body: { folderId, password } })
    await client.get(folders.unlock, { body: { folderId, password } })
  }
  await client.get(folders.setPassword, { body: { folderId: outer, password: outerPassword } })
  insider = httpClient(server.url)
  await insider.logIn(box.address, testPassword)
  for (const folderId of [tree.leaf, own])
    await insider.call(folders.unlock, { body: { folderId, password } })
})

afterAll(() => server.stop())

type Operation = (folderId: number) => Promise<{ error: string | undefined }>

const operations: Record<string, Operation> = {
  rename: (folderId) => insider.call(folders.rename, { body: { folderId, folderName: 'other' } }),
  'move out': (folderId) =>
    insider.call(folders.place, { body: { folderId, parentId: null, beforeId: null } }),
  'move beside': (folderId) =>
    insider.call(folders.place, { body: { folderId, parentId: tree.beside, beforeId: null } }),
  reorder: (folderId) =>
    insider.call(folders.place, {
      body: { folderId, parentId: folderId === tree.deep ? tree.own : tree.outer, beforeId: null },
    }),
  hide: (folderId) => insider.call(folders.show, { body: { folderId, state: 1 } }),
  delete: (folderId) => insider.call(folders.remove, { body: { folderId } }),
  'delete with its password': (folderId) =>
    insider.call(folders.remove, { body: { folderId, password } }),
  clear: (folderId) => insider.call(folders.clear, { body: { folderId } }),
  'set a password': (folderId) =>
    insider.call(folders.setPassword, { body: { folderId, password } }),
  'change its password': (folderId) =>
    insider.call(folders.changePassword, {
      body: { folderId, oldPassword: password, newPassword: 'other-5esame' },
    }),
  'take its password away': (folderId) =>
    insider.call(folders.cancelPassword, { body: { folderId, password } }),
  'make a folder in it': (parentId) =>
    insider.call(folders.save, { body: { folderName: 'new', parentId } }),
}

/** What is refused for another reason before the lock is asked: that is as good. */
const refusals = ['folder.locked', 'folder.has-children', 'folder.password-exists']

describe('FOLDERS-16 doors-11 inside a locked folder nothing is changed by who knows inner passwords only', () => {
  it.each(
    Object.entries(operations).flatMap(([name, run]) =>
      (['plain', 'leaf', 'own', 'deep'] as const).map((which) => [name, which, run] as const),
    ),
  )('%s: %s', async (_, which, run) => {
    const { error } = await run(tree[which])
    expect(refusals).toContain(error)
  })

  it('the locked folder itself is neither moved nor emptied', async () => {
    const { outer, beside } = tree
    const into = { folderId: outer, parentId: beside, beforeId: null }
    for (const answer of [
      await insider.call(folders.place, { body: into }),
      await insider.call(folders.clear, { body: { folderId: outer } }),
    ])
      expect(answer.error).toBe('folder.locked')
  })

  it('its mail is in no folder that this login sees, and all is where it was', async () => {
    expect(await box.subjects(box.trash)).toEqual([])
    await box.client.get(folders.unlock, {
      body: { folderId: tree.outer, password: outerPassword },
    })
    const { customList } = await box.client.get(folders.list, { query: {} })
    const left = customList.map((one) => [one.folderId, one.folderName, one.parentId])
    expect(left).toEqual([
      [tree.outer, 'outer', null],
      [tree.own, 'own', tree.outer],
      [tree.plain, 'plain', tree.outer],
      [tree.leaf, 'leaf', tree.outer],
      [tree.deep, 'deep', tree.own],
      [tree.beside, 'beside', null],
    ])
    expect(customList.every((one) => one.show)).toBe(true)
    expect(await box.subjects(tree.leaf)).toEqual(['inside'])
  })
})
