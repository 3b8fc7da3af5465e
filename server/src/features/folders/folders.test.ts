import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeAccount } from '../../mailstore/types.ts'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import { deliver } from '../../testing/builders.ts'
import { eventually, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox as mailboxOn } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const newMailbox = (language: 'zh' | 'en' = 'zh') => mailboxOn(server, { language })

const add = async (client: HttpClient, folderName: string, parentId?: number) =>
  (await client.get(folders.save, { body: { folderName, parentId } })).folderId

const own = async (client: HttpClient) => (await client.get(folders.list, { query: {} })).customList

const ownNames = async (client: HttpClient) => (await own(client)).map((one) => one.folderName)

const listed = async (client: HttpClient, mailboxId: number) =>
  (await client.get(messages.list, { query: { mailboxId } })).list

describe('making and naming', () => {
  it('FOLDERS-05 FOLDERS-15 folder/save and the sidebar make a folder and say so; FOLDERS-02 FOLDERS-03 both lists show it', async () => {
    const { client } = await newMailbox()
    const saved = await client.get(folders.save, { body: { folderName: '  客户   合同 ' } })
    expect(saved.message).toBe('已新建文件夹“客户 合同”')
    const added = await client.get(folders.add, { body: { folderName: 'Invoices' } })
    expect(added.message).toBe('已新建文件夹“Invoices”')
    expect(await own(client)).toMatchObject([
      {
        folderId: saved.folderId,
        folderName: '客户 合同',
        mail: 0,
        unread: 0,
        pwd: false,
        show: true,
      },
      { folderId: added.folderId, folderName: 'Invoices', parentId: null },
    ])
    const lists = await client.get(folders.list, { query: {} })
    expect(lists.folderList.every((one) => one.role !== null)).toBe(true)
    expect([lists.folderList.length, lists.customList.length, lists.folderOutList]).toEqual([
      6,
      2,
      [],
    ])
    const { moveMails } = await client.get(folders.targets, { query: {} })
    expect(moveMails.map((one) => [one.name, one.isSystem])).toEqual([
      ['收件箱', true],
      ['已发送', true],
      ['回收站', true],
      ['垃圾邮件', true],
      ['归档', true],
      ['客户 合同', false],
      ['Invoices', false],
    ])
    expect(moveMails.find((one) => one.name === '客户 合同')?.keys).toEqual(
      expect.arrayContaining(['kehuhetong', 'khht']),
    )
  })

  it('FOLDERS-15 in English the server names the folder that was made', async () => {
    const { client } = await newMailbox('en')
    expect(await client.get(folders.add, { body: { folderName: 'Notes' } })).toMatchObject({
      message: 'Folder “Notes” created',
    })
  })

  it.each([
    ['   ', 'folder.name-empty', '文件夹名称不能为空', 'Folder name cannot be empty'],
    ['\u200b\u200d', 'folder.name-empty', '文件夹名称不能为空', 'Folder name cannot be empty'],
    [
      '一二三四五六七八九十百',
      'folder.name-long',
      '文件夹名称不能超过10个字符',
      'Folder name cannot exceed 10 characters',
    ],
    [
      '收件箱',
      'folder.name-system',
      '不能使用系统文件夹的名称',
      'This name belongs to a system folder',
    ],
    [
      ' INBOX ',
      'folder.name-system',
      '不能使用系统文件夹的名称',
      'This name belongs to a system folder',
    ],
    [
      'Junk  Mail',
      'folder.name-system',
      '不能使用系统文件夹的名称',
      'This name belongs to a system folder',
    ],
  ])(
    'FOLDERS-14 LIMITS-18 the name %j is refused with its own message',
    async (folderName, error, ...[zh, en]) => {
      const { client, address } = await newMailbox()
      const english = await signIn(server, address, 'en')
      const kept = await add(client, 'kept')
      for (const [one, message] of [
        [client, zh],
        [english, en],
      ] as const) {
        expect(await one.call(folders.save, { body: { folderName } })).toMatchObject({
          status: 400,
          error,
          message,
        })
        expect(await one.call(folders.add, { body: { folderName } })).toMatchObject({
          error,
          message,
        })
        expect(
          await one.call(folders.rename, { body: { folderId: kept, folderName } }),
        ).toMatchObject({ error, message })
      }
      expect(await ownNames(client)).toEqual(['kept'])
    },
  )

  it('FOLDERS-14 ten characters are ten as people count them: an emoji is one', async () => {
    const { client } = await newMailbox()
    await add(client, '🦢'.repeat(10))
    await add(client, '一二三四五六七八九十')
    expect(
      await client.call(folders.save, { body: { folderName: '🦢'.repeat(11) } }),
    ).toMatchObject({
      error: 'folder.name-long',
    })
  })

  it('FOLDERS-14 no two siblings with one name; elsewhere the name is free', async () => {
    const { client } = await newMailbox()
    const parent = await add(client, 'Project')
    await add(client, 'Notes')
    expect(await client.call(folders.save, { body: { folderName: 'nOTES' } })).toMatchObject({
      error: 'folder.name-taken',
    })
    await add(client, 'Notes', parent)
    expect(
      await client.call(folders.rename, { body: { folderId: parent, folderName: 'Ｎｏｔｅｓ' } }),
    ).toMatchObject({ error: 'folder.name-taken' })
  })

  it('P15 of fifty parallel creations of one name exactly one wins', async () => {
    const { client } = await newMailbox()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call(folders.save, { body: { folderName: 'race' } })),
    )
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
    expect(await ownNames(client)).toEqual(['race'])
  })

  it('FOLDERS-06 renames; system folders keep their names', async () => {
    const { client, inbox } = await newMailbox()
    const folderId = await add(client, 'old')
    await client.get(folders.rename, { body: { folderId, folderName: ' new ' } })
    await client.get(folders.rename, { body: { folderId, folderName: 'NEW' } })
    expect(await ownNames(client)).toEqual(['NEW'])
    expect(
      await client.call(folders.rename, { body: { folderId: inbox, folderName: 'x' } }),
    ).toMatchObject({ error: 'folder.system' })
  })
})

describe('order and nesting', () => {
  it('SHELL-14 folders are put in order, into each other, and never into themselves', async () => {
    const { client, inbox } = await newMailbox()
    const [a, b, c] = [await add(client, 'a'), await add(client, 'b'), await add(client, 'c')]
    await client.get(folders.place, { body: { folderId: c, parentId: null, beforeId: a } })
    expect(await ownNames(client)).toEqual(['c', 'a', 'b'])
    await client.get(folders.place, { body: { folderId: b, parentId: a, beforeId: null } })
    expect((await own(client)).find((one) => one.folderId === b)).toMatchObject({ parentId: a })
    const refused = async (body: { folderId: number; parentId: number | null }) =>
      (await client.call(folders.place, { body: { ...body, beforeId: null } })).error
    expect(await refused({ folderId: a, parentId: b })).toBe('folder.bad-parent')
    expect(await refused({ folderId: a, parentId: a })).toBe('folder.bad-parent')
    expect(await refused({ folderId: a, parentId: inbox })).toBe('folder.bad-parent')
    expect(await refused({ folderId: inbox, parentId: a })).toBe('folder.system')
  })

  it('SHELL-14 five levels are the deepest', async () => {
    const { client } = await newMailbox()
    let parent = await add(client, 'l1')
    for (const name of ['l2', 'l3', 'l4', 'l5']) parent = await add(client, name, parent)
    expect(
      await client.call(folders.save, { body: { folderName: 'l6', parentId: parent } }),
    ).toMatchObject({ error: 'folder.bad-parent' })
  })

  it('FOLDERS-10 a folder is left out of the menu and shown again; it stays a target', async () => {
    const { client, inbox } = await newMailbox()
    const folderId = await add(client, 'quiet')
    await client.get(folders.show, { body: { folderId, state: 1 } })
    expect(await own(client)).toMatchObject([{ folderId, show: false }])
    const { moveMails } = await client.get(folders.targets, { query: {} })
    expect(moveMails.find((one) => one.id === folderId)).toMatchObject({ show: false })
    await client.get(folders.show, { body: { folderId, state: 0 } })
    expect(await own(client)).toMatchObject([{ folderId, show: true }])
    expect(await client.call(folders.show, { body: { folderId: inbox, state: 1 } })).toMatchObject({
      error: 'folder.system',
    })
  })
})

describe('deleting and emptying', () => {
  it('FOLDERS-07 a deleted folder is gone and its mail lies in the recycle bin', async () => {
    const { client, address, inbox, trash } = await newMailbox()
    const folderId = await add(client, 'gone')
    await deliver(server, address, { subject: 'one' }, { subject: 'two' })
    await client.get(messages.move, {
      body: { mailboxId: inbox, mailUids: [1, 2], targetMailboxId: folderId },
    })
    expect(await client.get(folders.remove, { body: { folderId } })).toEqual({
      count: 2,
      done: true,
    })
    expect(await own(client)).toEqual([])
    expect((await listed(client, trash)).map((one) => one.mailSubject).sort()).toEqual([
      'one',
      'two',
    ])
    expect(await client.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      error: 'folder.not-found',
    })
  })

  it('FOLDERS-07 a folder with folders inside, and a system folder, are not deleted', async () => {
    const { client, inbox } = await newMailbox()
    const parent = await add(client, 'outer')
    await add(client, 'inner', parent)
    expect(await client.call(folders.remove, { body: { folderId: parent } })).toMatchObject({
      error: 'folder.has-children',
    })
    expect(await client.call(folders.remove, { body: { folderId: inbox } })).toMatchObject({
      error: 'folder.system',
    })
  })

  it('FOLDERS-11 emptying a folder brings its mail to the recycle bin, emptying that ends it', async () => {
    const { client, address, inbox, trash } = await newMailbox()
    await deliver(server, address, { subject: 'a' }, { subject: 'b' })
    expect(await client.get(folders.clear, { body: { folderId: inbox } })).toEqual({
      count: 2,
      done: true,
    })
    expect(await listed(client, inbox)).toEqual([])
    expect(await listed(client, trash)).toHaveLength(2)
    expect(await client.get(folders.clear, { body: { folderId: trash } })).toEqual({
      count: 2,
      done: true,
    })
    expect(await listed(client, trash)).toEqual([])
  })

  it('FOLDERS-11 what is more than some thousand mails goes in the background; FOLDERS-07 so does the folder', async () => {
    const { client, accountId, trash } = await newMailbox()
    const folderId = await add(client, 'large')
    const prepared = await server.app.mailstore.prepare(Buffer.from('Subject: x\r\n\r\nx\r\n'))
    const copies = Array.from({ length: 3_300 }, () => ({
      accountId,
      folder: asId<FolderId>(folderId),
      receivedAt: new Date(),
    }))
    await server.app.mailstore.deliver(prepared, copies)
    const first = await client.get(folders.remove, { body: { folderId } })
    expect(first).toEqual({ count: 3_000, done: false })
    await eventually(
      () => own(client),
      (list) => list.length === 0,
      'the end of the folder',
    )
    const { folderList } = await client.get(folders.list, { query: {} })
    expect(folderList.find((one) => one.folderId === trash)).toMatchObject({ mail: 3_300 })
  })

  it('MAILLIST-27 FOLDERS-11 nothing is deleted into a recycle bin that is being emptied', async () => {
    const { client, accountId, address, inbox, trash } = await newMailbox()
    await deliver(server, address, { subject: 'later' })
    await server.app.mailstore.setEmptying(accountId, asId(trash), true)
    const [mail] = await listed(client, inbox)
    const body = { mailIds: [mail?.mailId ?? 0] }
    for (const answer of [
      await client.call(messages.recycle, { body }),
      await client.call(messages.move, { body: { ...body, targetMailboxId: trash } }),
      await client.call(folders.clear, { body: { folderId: trash } }),
      await client.call(folders.clear, { body: { folderId: inbox } }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        message: '邮件正在清空，请清空完成后再进行删除',
      })
    }
    await server.app.mailstore.setEmptying(accountId, asId(trash), false)
    expect(await client.get(messages.recycle, { body })).toMatchObject({ count: 1 })
  })
})

describe('passwords', () => {
  async function withSecret() {
    const box = await newMailbox()
    const folderId = await add(box.client, 'secret')
    await deliver(server, box.address, { subject: 'hidden treasure', text: 'treasure' })
    const [mail] = await listed(box.client, box.inbox)
    const mailIds = [mail?.mailId ?? 0]
    await box.client.get(messages.move, { body: { mailIds, targetMailboxId: folderId } })
    const mailId = mailIds[0] ?? 0
    await box.client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
    return { ...box, folderId, mailId }
  }

  it('FOLDERS-08 FOLDERS-13 FOLDERS-16 a set password locks the folder for every login until validPwd succeeds there', async () => {
    const { client, address, folderId, mailId } = await withSecret()
    const other = await signIn(server, address)
    for (const one of [client, other]) {
      expect(await one.get(folders.hasPassword, { query: { folderId } })).toEqual({
        exist: true,
        locked: true,
      })
      expect((await own(one))[0]).toMatchObject({
        pwd: true,
        lockedBy: folderId,
        mail: 0,
        unread: 0,
      })
      expect(await one.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
        status: 403,
        error: 'folder.locked',
        message: '请先输入文件夹密码',
      })
      expect(await one.call(messages.detail, { query: { mailId } })).toMatchObject({ status: 404 })
    }
    await other.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(await listed(other, folderId)).toMatchObject([{ mailSubject: 'hidden treasure' }])
    expect((await own(other))[0]).toMatchObject({ pwd: true, lockedBy: null, mail: 1, unread: 1 })
    expect(await client.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
  })

  it('FOLDERS-09 a wrong password opens nothing and says so; the lock can be shut again', async () => {
    const { client, folderId } = await withSecret()
    expect(
      await client.call(folders.unlock, { body: { folderId, password: 'open-sesame' } }),
    ).toMatchObject({ status: 403, error: 'folder.password-wrong', message: '文件夹密码不正确' })
    expect(await client.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(await listed(client, folderId)).toHaveLength(1)
    await client.get(folders.lock, { body: { folderId } })
    expect(await client.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
  })

  it('FOLDERS-09 logging out locks it again (G78)', async () => {
    const { client, folderId, address } = await withSecret()
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    await fetch(`${server.url}/api/oauth/logout`, {
      headers: { Authorization: `Bearer ${client.tokens?.accessToken}` },
    })
    const again = await signIn(server, address)
    expect(await again.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
  })

  it('FOLDERS-09 P7 of a hundred guesses at once ten are judged, and then not even the right one', async () => {
    const { client, folderId } = await withSecret()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        client.call(folders.unlock, { body: { folderId, password: `guess-${index}` } }),
      ),
    )
    const judged = answers.filter((one) => one.error === 'folder.password-wrong')
    expect(judged).toHaveLength(10)
    expect(answers.filter((one) => one.status === 429)).toHaveLength(90)
    expect(
      await client.call(folders.unlock, { body: { folderId, password: 'open-5esame' } }),
    ).toMatchObject({ status: 429, error: 'folder.password-many' })
  })

  it('FOLDERS-09 P7 one login may not try folder after folder', async () => {
    const { client } = await newMailbox()
    const errors: (string | undefined)[] = []
    for (const name of ['a', 'b', 'c']) {
      const folderId = await add(client, name)
      await client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
      for (let turn = 0; turn < 9; turn++) {
        const answer = await client.call(folders.unlock, {
          body: { folderId, password: 'wrong-1' },
        })
        errors.push(answer.error)
      }
    }
    expect(errors.filter((one) => one === 'folder.password-wrong')).toHaveLength(20)
    expect(errors.at(-1)).toBe('folder.password-many')
  })

  it('FOLDERS-08 the password is changed with the old one; logins that were open must give the new one', async () => {
    const { client, folderId, address } = await withSecret()
    const other = await signIn(server, address)
    await other.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(
      await client.call(folders.changePassword, {
        body: { folderId, oldPassword: 'nope-nope', newPassword: 'second-one' },
      }),
    ).toMatchObject({ error: 'folder.password-wrong' })
    await client.get(folders.changePassword, {
      body: { folderId, oldPassword: 'open-5esame', newPassword: 'second-one' },
    })
    expect(await other.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
    expect(
      await other.call(folders.unlock, { body: { folderId, password: 'open-5esame' } }),
    ).toMatchObject({ status: 403 })
    await other.get(folders.unlock, { body: { folderId, password: 'second-one' } })
    expect(await listed(other, folderId)).toHaveLength(1)
  })

  it('FOLDERS-08 the password is cancelled with the password, and only with it', async () => {
    const { client, folderId } = await withSecret()
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(
      await client.call(folders.cancelPassword, { body: { folderId, password: 'other-one' } }),
    ).toMatchObject({ error: 'folder.password-wrong' })
    await client.get(folders.cancelPassword, { body: { folderId, password: 'open-5esame' } })
    expect(await client.get(folders.hasPassword, { query: { folderId } })).toEqual({
      exist: false,
      locked: false,
    })
    expect(await listed(client, folderId)).toHaveLength(1)
    expect(
      await client.call(folders.cancelPassword, { body: { folderId, password: 'open-5esame' } }),
    ).toMatchObject({ error: 'folder.no-password' })
  })

  it('FOLDERS-07 a password folder is deleted with its password, opened or not', async () => {
    const { client, folderId, trash } = await withSecret()
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    expect(await client.call(folders.remove, { body: { folderId } })).toMatchObject({
      error: 'folder.locked',
    })
    expect(
      await client.call(folders.remove, { body: { folderId, password: 'wrong-one' } }),
    ).toMatchObject({ error: 'folder.password-wrong' })
    await client.get(folders.remove, { body: { folderId, password: 'open-5esame' } })
    expect(await listed(client, trash)).toMatchObject([{ mailSubject: 'hidden treasure' }])
  })

  it('FOLDERS-12 a forgotten password is a matter for the administrator, in both languages', async () => {
    const { client, folderId, address } = await withSecret()
    expect(await client.get(folders.forgotPassword, { query: { folderId } })).toEqual({
      message: '请联系管理员',
    })
    const english = await signIn(server, address, 'en')
    expect(await english.get(folders.forgotPassword, { query: {} })).toEqual({
      message: 'Please contact the administrator',
    })
    expect(await client.call(messages.list, { query: { mailboxId: folderId } })).toMatchObject({
      status: 403,
    })
  })

  it('FOLDERS-08 system folders take no password, folders no second one, and no password is too short or long', async () => {
    const { client, folderId: idOf } = await newMailbox()
    for (const role of ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive'] as const) {
      expect(
        await client.call(folders.setPassword, {
          body: { folderId: idOf(role), password: 'open-5esame' },
        }),
      ).toMatchObject({ error: 'folder.system' })
    }
    const folderId = await add(client, 'own')
    for (const password of ['', '12345', 'x'.repeat(21)]) {
      expect(
        await client.call(folders.setPassword, { body: { folderId, password } }),
      ).toMatchObject({
        error: 'folder.password-length',
      })
    }
    await client.get(folders.setPassword, { body: { folderId, password: '密码密码密码' } })
    await client.get(folders.unlock, { body: { folderId, password: '密码密码密码' } })
    expect(
      await client.call(folders.setPassword, { body: { folderId, password: 'another-1' } }),
    ).toMatchObject({ error: 'folder.password-exists' })
  })

  it('FOLDERS-16 what lies inside a locked folder is locked with it, and cannot be taken out', async () => {
    const { client, folderId } = await withSecret()
    await client.get(folders.unlock, { body: { folderId, password: 'open-5esame' } })
    const inner = await add(client, 'inner', folderId)
    await client.get(folders.lock, { body: { folderId } })
    expect((await own(client)).find((one) => one.folderId === inner)).toMatchObject({
      pwd: false,
      lockedBy: folderId,
    })
    expect(await client.call(messages.list, { query: { mailboxId: inner } })).toMatchObject({
      status: 403,
    })
    for (const body of [
      { folderId: inner, parentId: null, beforeId: null },
      { folderId: await add(client, 'free'), parentId: folderId, beforeId: null },
    ]) {
      expect(await client.call(folders.place, { body })).toMatchObject({ error: 'folder.locked' })
    }
    expect(await client.call(folders.remove, { body: { folderId: inner } })).toMatchObject({
      error: 'folder.locked',
    })
    expect(await client.call(folders.clear, { body: { folderId: inner } })).toMatchObject({
      error: 'folder.locked',
    })
  })

  it('FOLDERS-08 a password is kept as people’s are: as an argon2id hash of its own', async () => {
    const { accountId, folderId } = await withSecret()
    const hash = await server.app.mailstore.folderPassword(accountId, asId(folderId))
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(await server.app.mailstore.rows(wholeAccount(accountId), [])).toEqual([])
  })
})

it('P15 after all this the store is in order', async () => {
  expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
})
