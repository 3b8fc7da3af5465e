import { createHash, randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'

const chunk = 1024 * 1024
const newSubject = (words: string) => `${words} ${Math.random().toString(36).slice(2, 8)}`

async function compose(page: Page, installation: Installation, subject: string): Promise<void> {
  await page.goto(`${installation.url}/#/write/new/0`)
  const field = page.getByRole('combobox', { name: '收件人' })
  await field.fill(`peer@other.test`)
  await field.press('Enter')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
}

const attach = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page
    .getByTestId('attach')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })

const itemOf = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: '附件' })
    .getByRole('listitem')
    .filter({ hasText: stemOf(name) })
const stemOf = (name: string): string => name.slice(0, name.lastIndexOf('.'))
const isDone = (page: Page, name: string): Promise<void> =>
  expect(itemOf(page, name).and(page.locator('li:not([data-phase])'))).toBeVisible()

/** Lets so many chunks through; the next one waits on its way until more may pass. */
async function gateOf(page: Page) {
  let allowed = 0
  const waiting = new Set<() => void>()
  const passed: number[] = []
  const offsetOf = (url: string) => Number(new URL(url).searchParams.get('offset'))
  await page.route(/\/api\/file\/upload\/chunk/, async (route) => {
    while (allowed <= 0) {
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
    allowed -= 1
    // The page may have given it up, or gone away, while it waited.
    await route.continue().catch(() => undefined)
  })
  page.on('response', (answer) => {
    if (answer.url().includes('file/upload/chunk') && answer.status() === 200)
      passed.push(offsetOf(answer.url()))
  })
  return {
    passed,
    allow: (count: number) => {
      allowed += count
      for (const wake of waiting) wake()
      waiting.clear()
    },
  }
}

test('COMPOSE-23 COMPOSE-20 a file is paused, goes on, survives a lost line and a reload, and is sent whole', async ({
  page,
  installation,
}) => {
  const bytes = randomBytes(6 * chunk + 777)
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('大附件')
  await compose(page, installation, subject)
  const gate = await gateOf(page)
  await attach(page, '设计 图纸.bin', bytes)
  const item = itemOf(page, '设计 图纸.bin')
  gate.allow(2)
  await expect.poll(() => gate.passed).toEqual([0, chunk])
  await expect(item).toContainText(/[23]\d%/)

  await item.getByRole('button', { name: '暂停上传 设计 图纸.bin' }).click()
  await expect(item).toContainText(/已暂停 · [23]\d%/)
  await expect(page.locator('[data-announcer]')).toHaveText('已暂停上传 设计 图纸.bin')
  const axe = new AxeBuilder({ page }).include('main').exclude('iframe')
  expect((await axe.analyze()).violations).toEqual([])
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('请等待附件上传完毕，否则收件人将收不到附件')).toBeVisible()

  await item.getByRole('button', { name: '继续上传 设计 图纸.bin' }).click()
  // What waited on the line when it was paused is let go without being put.
  gate.allow(2)
  await expect.poll(() => gate.passed.at(-1)).toBeGreaterThanOrEqual(2 * chunk)
  await page.context().setOffline(true)
  gate.allow(1)
  await expect(item).toContainText('连接中断，正在重试')
  await page.context().setOffline(false)
  gate.allow(1)
  await expect(item).toContainText(/\d\d% · 6/)

  await expect(page).toHaveURL(/draft=\d+/)
  await page.reload()
  await expect(itemOf(page, '设计 图纸.bin')).toContainText('%')
  gate.allow(50)
  await isDone(page, '设计 图纸.bin')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const mail = await installation.sink.next((one) => one.raw.length > bytes.length)
  expect(sumOfLastPart(mail.raw)).toBe(createHash('sha256').update(bytes).digest('hex'))
  // Nothing that had arrived was sent again: each place was answered once at most, one after the other.
  expect(gate.passed).toEqual([...new Set(gate.passed)].toSorted((one, other) => one - other))
  expect(gate.passed.at(-1)).toBe(6 * chunk)
})

function sumOfLastPart(raw: Buffer): string {
  const text = raw.toString('latin1')
  const at = text.lastIndexOf('Content-Disposition: attachment')
  const body = text.slice(text.indexOf('\r\n\r\n', at) + 4)
  const base64 = body.slice(0, body.indexOf('\r\n--'))
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
}

test('COMPOSE-19 a file that was damaged on its way is refused with the sentence, and comes again', async ({
  page,
  installation,
}) => {
  // One bit of the second chunk, as a bad line or proxy would turn it.
  await page.addInitScript(() => {
    const { set } = FormData.prototype
    let chunks = 0
    FormData.prototype.set = function (name: string, value: string | Blob, fileName?: string) {
      let given = value
      if (given instanceof File && given.name === 'chunk' && ++chunks === 2) {
        given = new File(['!', given.slice(1)], 'chunk')
      }
      Reflect.apply(set, this, fileName === undefined ? [name, given] : [name, given, fileName])
    }
  })
  await signIn(page, installation, { name: 'a' })
  await compose(page, installation, newSubject('校验'))
  await attach(page, 'damaged.bin', randomBytes(2 * chunk + 5))
  const item = itemOf(page, 'damaged.bin')
  await expect(item).toContainText('完整性校验出错，建议您删除文件后重新上传！')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('有附件上传失败，请重试或移除后再发送')).toBeVisible()
  await item.getByRole('button', { name: '重新上传 damaged.bin' }).click()
  await isDone(page, 'damaged.bin')
})

test('COMPOSE-23 an upload goes on while another page is open, and its file is in the draft afterwards', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  const subject = newSubject('后台上传')
  await compose(page, installation, subject)
  const gate = await gateOf(page)
  await attach(page, 'background.bin', randomBytes(3 * chunk))
  gate.allow(1)
  await expect.poll(() => gate.passed).toEqual([0])
  await expect(page).toHaveURL(/draft=\d+/)
  await page.goBack()
  await page.locator('nav a[href="#/draftbox"]').click()
  await expect(page).toHaveURL(/draftbox/)
  gate.allow(5)
  await expect.poll(() => gate.passed).toEqual([0, chunk, 2 * chunk])
  await page.getByRole('row').filter({ hasText: subject }).click()
  await isDone(page, 'background.bin')
  await expect(page.getByText(/已保存到草稿箱/)).toBeVisible()
  await page.reload()
  await isDone(page, 'background.bin')
})

test('COMPOSE-13 COMPOSE-24 files come by button, drop and paste; one that is cancelled is gone', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await compose(page, installation, newSubject('三种方式'))
  await attach(page, 'chosen.txt', Buffer.from('chosen'))
  await isDone(page, 'chosen.txt')
  const transfer = (name: string) =>
    page.evaluateHandle((given) => {
      const data = new DataTransfer()
      data.items.add(new File([given], given, { type: 'text/plain' }))
      return data
    }, name)
  const screen = page.getByRole('textbox', { name: '主题' })
  await screen.dispatchEvent('dragenter', { dataTransfer: await transfer('dropped.txt') })
  await page
    .getByText('松开即可添加为附件')
    .dispatchEvent('drop', { dataTransfer: await transfer('dropped.txt') })
  await isDone(page, 'dropped.txt')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('main input')?.dispatchEvent(event)
  })
  await isDone(page, 'pasted.txt')
  await attach(page, 'CHOSEN.txt', Buffer.from('again'))
  await expect(page.getByText('不能重复上传同名文件')).toBeVisible()

  const gate = await gateOf(page)
  const given = page.waitForResponse((one) => one.url().includes('file/upload/abort'))
  await attach(page, 'cancelled.bin', randomBytes(2 * chunk))
  gate.allow(1)
  await expect.poll(() => gate.passed).toEqual([0])
  await itemOf(page, 'cancelled.bin')
    .getByRole('button', { name: '取消上传 cancelled.bin' })
    .click()
  expect((await given).status()).toBe(200)
  await expect(itemOf(page, 'cancelled.bin')).toHaveCount(0)
  await page.reload()
  await isDone(page, 'pasted.txt')
  await expect(itemOf(page, 'cancelled.bin')).toHaveCount(0)
})

test('COMPOSE-23 another person who signs in on this computer does not go on with the uploads', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'a' })
  await compose(page, installation, newSubject('换人'))
  const gate = await gateOf(page)
  await attach(page, 'private.bin', randomBytes(3 * chunk))
  gate.allow(1)
  await expect.poll(() => gate.passed).toEqual([0])
  await expect(page).toHaveURL(/draft=\d+/)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${installation.url}/#/login`)
  await page.reload()
  await signIn(page, installation, { name: 'b' })
  gate.allow(9)
  await page.goto(`${installation.url}/#/write/new/0`)
  await expect(page.getByRole('textbox', { name: '主题' })).toBeVisible()
  await expect(itemOf(page, 'private.bin')).toHaveCount(0)
  expect(gate.passed).toEqual([0])
})
