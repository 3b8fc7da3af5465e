import { randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import { connectApi } from '../durability/api.ts'
import { troublesOf } from '../support/axe.ts'
import { addAdmin, enterConsole } from '../support/enter-console.ts'
import { domain, expect, password, test } from '../support/fixtures.ts'
import { picture } from '../support/pictures.ts'

const words = {
  zh: {
    page: '待投递',
    why: '对方要求稍后再试',
    hold: '暂停',
    state: '状态',
    stopped: '已暂停',
    giveUp: '放弃投递',
    password: '密码',
    none: '没有等待投递的邮件',
    ...{ next: '下一页', back: '上一页' },
    many: '已暂停（3 项）',
    all: '全选本页',
    release: '恢复',
  },
  en: {
    page: 'Queue',
    why: 'Other server says: later',
    hold: 'Hold',
    state: 'Status',
    stopped: 'On hold',
    giveUp: 'Give up',
    password: 'Password',
    none: 'No mail is waiting',
    ...{ next: 'Next', back: 'Previous' },
    many: '3 on hold',
    all: 'Select this page',
    release: 'Release',
  },
} as const

for (const language of ['zh', 'en'] as const) {
  test(`${language}: an administrator sees why a mail waits, puts it aside and gives it up`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `postmistress-${language}`
    await addAdmin(installation, name)
    const address = `later-${language}@outside.example`
    const api = connectApi(Number(new URL(installation.url).port))
    await api.logIn(`${name}@${domain}`, password)
    await api.get(compose.send, {
      ...{ mailTo: [address], mailCc: [], mailBcc: [], mailSubject: 'later', html: '<p>x</p>' },
      ...{ quotedHtml: '', fileIds: [], sendKey: randomUUID() },
    })
    const console = await enterConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.page, exact: true }).click()
    const search = console.getByRole('searchbox')
    await search.fill(address)
    const row = console.getByRole('row').filter({ hasText: address })
    await expect(async () => {
      await search.fill('')
      await search.fill(address)
      await expect(row).toContainText(t.why, { timeout: 2_000 })
    }).toPass()
    expect(await troublesOf(console)).toEqual([])

    await row.getByRole('checkbox').check()
    await console.getByRole('button', { name: t.hold, exact: true }).click()
    await expect(row).toHaveCount(0)
    await console.getByLabel(t.state).selectOption({ label: t.stopped })
    await row.getByRole('checkbox').check()
    await console.getByRole('button', { name: t.giveUp, exact: true }).click()
    // Nothing is given up before the question is answered.
    await console.getByRole('dialog').getByRole('button', { name: t.giveUp, exact: true }).click()
    await console.getByLabel(t.password, { exact: true }).fill(password)
    await console.keyboard.press('Enter')
    await expect(row).toHaveCount(0)
    // Its sender is told.
    await expect(page.getByRole('row').filter({ hasText: 'Undelivered' }).first()).toBeVisible()
  })

  test(`issue 17 ${language}: what waits for one domain is found from any page, and held and let go at once`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    const name = `postmaster-${language}`
    await addAdmin(installation, name)
    const api = connectApi(Number(new URL(installation.url).port))
    await api.logIn(`${name}@${domain}`, password)
    const few = `few-${language}.example`
    const toMany = Array.from({ length: 49 }, (_, at) => `later${at}@many-${language}.example`)
    for (const mailTo of [toMany, [1, 2, 3].map((at) => `later${at}@${few}`)])
      await api.get(compose.send, {
        ...{ mailTo, mailCc: [], mailBcc: [], mailSubject: 'later', html: '<p>x</p>' },
        ...{ quotedHtml: '', fileIds: [], sendKey: randomUUID() },
      })
    const console = await enterConsole(page, installation, { name, language })
    await console.getByRole('button', { name: t.page, exact: true }).click()
    const rows = console.getByRole('row').filter({ hasText: few })
    const chip = console.getByRole('button', { name: `${few} 3` })
    await expect(async () => {
      await console.reload()
      await expect(chip).toBeVisible({ timeout: 2_000 })
      await expect(console.getByRole('button', { name: t.next, exact: true })).toBeEnabled()
    }).toPass()
    // What the walk in the other language left waits there, too.
    const next = console.getByRole('button', { name: t.next, exact: true })
    await next.click()
    await expect(console.getByRole('button', { name: t.back, exact: true })).toBeEnabled()
    await chip.click()
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(`${name}@${domain}`)
    expect(await troublesOf(console)).toEqual([])
    await picture(console, `console-queue-${language}`)

    await console.getByRole('checkbox', { name: t.all }).check()
    await console.getByRole('button', { name: t.hold, exact: true }).click()
    await expect(console.getByText(t.many)).toBeVisible()
    await expect(rows).toHaveCount(0)
    await console.getByLabel(t.state).selectOption({ label: t.stopped })
    await expect(rows).toHaveCount(3)
    await console.getByRole('checkbox', { name: t.all }).check()
    await console.getByRole('button', { name: t.release, exact: true }).click()
    await expect(rows).toHaveCount(0)
  })
}
