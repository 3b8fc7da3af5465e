import type { Locator, Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    title: '智能助手',
    tabs: { mail: '邮件', compose: '写邮件', reply: '写回复', summary: '摘要', check: '检测' },
    questions: ['忘记密码怎么办', '账号被锁定怎么办', '收不到短信验证码怎么办', '什么是已读回执'],
    password: /密码/,
    builtIn: '内置引擎',
    copied: '复制成功',
    apply: '填入邮件',
    undo: '撤销',
    report: '举报垃圾邮件',
    blank: {
      question: '请输入问题！',
      gist: '请输入邮件内容或主题的关键词！',
      reply: '请输入要回复的邮件内容或主题的关键词！',
    },
    noMail: '请打开一封邮件',
    tooLong: '邮件正文过长，系统无法检测',
    lost: '抱歉，暂时无法接通客服助手！',
    send: '发送',
    draft: '起草',
    bad: /可疑|危险/,
    compose: '写邮件',
    draftHere: '让助手起草',
    copy: '复制',
    close: '关闭',
  },
  en: {
    title: 'Assistant',
    tabs: {
      mail: 'Mail',
      compose: 'New message',
      reply: 'Reply',
      summary: 'Summary',
      check: 'Check',
    },
    questions: [
      'I forgot my password',
      'My account is locked',
      'I get no SMS code',
      'What is a read receipt?',
    ],
    password: /password/i,
    builtIn: 'Built-in engine',
    copied: 'Successful replication',
    apply: 'Use in message',
    undo: 'Undo',
    report: 'Report spam',
    blank: {
      question: 'Please enter a question!',
      gist: 'Please enter the email content or subject of keywords!',
      reply: 'Please enter the key words of the email content or subject to reply!',
    },
    noMail: 'Please open an email',
    tooLong: 'The mail body is too long for the system to check',
    lost: 'Sorry, customer service assistant cannot be linked!',
    send: 'Send',
    draft: 'Draft',
    bad: /Suspicious|Dangerous/,
    compose: 'Compose',
    draftHere: 'Draft with the assistant',
    copy: 'Copy',
    close: 'Close',
  },
} as const

type Language = keyof typeof words

const offer = {
  zh: '<p>您好，</p><p>请您在11月27日前确认新版报价单。</p><p>总金额为 12,000 元。</p><p style="margin-top:1200px">会议定在周四下午三点。</p>',
  en: '<p>Hello,</p><p>Please confirm the new price list by 27 November.</p><p>The total is 12,000 euros.</p><p style="margin-top:1200px">The meeting is on Thursday at three.</p>',
}
const fraud = {
  zh: '<p>您的邮箱密码即将过期，请立即点击 <a href="http://192.0.2.7/login">https://mail.example.test</a> 登录验证，否则账号将被停用。</p>',
  en: '<p>Your mailbox password expires today. Verify your account at once at <a href="http://192.0.2.7/login">https://mail.example.test</a> or it will be suspended.</p>',
}

const panelOf = (page: Page, language: Language) =>
  page.getByRole('complementary', { name: words[language].title })
const topButton = (page: Page, language: Language) =>
  page.getByRole('banner').getByRole('button', { name: words[language].title, exact: true })
/** An answer that is whole can be copied. */
const copyIn = (place: Locator, language: Language) =>
  place.getByRole('button', { name: words[language].copy, exact: true })
const openMail = async (page: Page, subject: string) => {
  await page.getByRole('grid').getByRole('row').filter({ hasText: subject }).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}

const begin = (page: Page, installation: Installation, language: Language): Promise<void> =>
  signIn(page, installation, { name: `assistant-${language}`, language })

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`AI-01 AI-02 AI-05 AI-06 AI-08 AI-25 AI-32 AI-40 questions about the product are answered, stop, copied and kept (${language})`, async ({
    page,
    installation,
  }) => {
    await begin(page, installation, language)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    const loaded = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => /assistant-/.test(name))
            .length,
      )
    expect(await loaded(), 'nothing of it is loaded before it is opened').toBe(0)
    await topButton(page, language).click()
    const panel = panelOf(page, language)
    await expect(panel.getByRole('tab', { selected: true })).toHaveText([/./])
    await expect(panel.getByRole('textbox')).toBeFocused()
    expect(await loaded()).toBeGreaterThan(0)
    await panel.getByRole('button', { name: t.send, exact: true }).click()
    await expect(panel.getByRole('alert')).toHaveText(t.blank.question)
    for (const question of t.questions)
      await expect(panel.getByRole('button', { name: question })).toBeVisible()
    await panel.getByRole('button', { name: t.questions[0] }).click()
    const turns = panel.locator('ol > li')
    await expect(turns).toHaveCount(1)
    await expect(copyIn(turns.first(), language)).toBeVisible()
    await expect(turns.first()).toContainText(t.password)
    await expect(panel).toContainText(t.builtIn)
    expect(sockets).toHaveLength(1)
    // The answer is text and nothing else.
    await expect(turns.locator('img, iframe, script')).toHaveCount(0)
    await panel.getByRole('textbox').fill(t.questions[3])
    await panel.getByRole('textbox').press('Enter')
    await expect(turns).toHaveCount(2)
    await expect(copyIn(turns.last(), language)).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copyIn(turns.last(), language).click()
    await expect(page.getByText(t.copied)).toBeVisible()
    const violations = (await new AxeBuilder({ page }).include('aside').analyze()).violations
    expect(violations).toEqual([])
    // Esc closes; the chat of the login session is there again, also after a reload.
    await panel.getByRole('textbox').press('Escape')
    await expect(panel).toBeHidden()
    await expect(topButton(page, language)).toBeFocused()
    await page.reload()
    await topButton(page, language).click()
    await expect(panel.locator('ol > li')).toHaveCount(2)
  })

  test(`AI-04 AI-07 AI-26 AI-29 AI-30 AI-33 AI-34 drafts go into the mail beside what is typed, and come out again (${language})`, async ({
    page,
    installation,
  }) => {
    await begin(page, installation, language)
    const panel = panelOf(page, language)
    await topButton(page, language).click()
    await panel.getByRole('tab', { name: t.tabs.mail }).click()
    // AI-07: no mail is read.
    await expect(panel.getByRole('tab', { name: t.tabs.summary })).toHaveCount(0)
    await panel.getByRole('button', { name: t.draft, exact: true }).click()
    await expect(panel.getByRole('alert')).toHaveText(t.blank.gist)
    await panel.getByRole('tab', { name: t.tabs.reply }).click()
    await panel.getByRole('button', { name: t.draft, exact: true }).click()
    await expect(panel.getByRole('alert')).toHaveText(t.blank.reply)
    await panel.getByRole('textbox').fill('ok')
    await panel.getByRole('button', { name: t.draft, exact: true }).click()
    await expect(panel.getByRole('alert')).toHaveText(t.noMail)
    await panel.getByRole('button', { name: t.close }).click()

    await page.getByRole('button', { name: t.compose }).click()
    const text = page.frameLocator('main iframe').first().locator('[contenteditable=true]')
    await text.click()
    await page.keyboard.type('Typed before. ')
    await page.getByRole('button', { name: t.draftHere }).click()
    await expect(panel.getByRole('tab', { name: t.tabs.compose, selected: true })).toBeVisible()
    await panel
      .getByRole('textbox')
      .fill(language === 'zh' ? '周五前确认报价' : 'confirm by Friday')
    await panel.getByRole('textbox').press('Control+Enter')
    const draft = panel.getByRole('region', { name: t.tabs.compose })
    await panel.getByRole('button', { name: t.apply }).click()
    await expect(draft).toContainText(language === 'zh' ? '报价' : /Friday/i)
    await expect(text).toContainText('Typed before.')
    await expect(text).toContainText(language === 'zh' ? '报价' : /Friday/i)
    await page.getByRole('button', { name: t.undo }).last().click()
    await expect(text).not.toContainText(language === 'zh' ? '报价' : /Friday/i)
    await expect(text).toContainText('Typed before.')
  })

  test(`AI-03 AI-12 AI-27 AI-35 AI-36 AI-28 the open mail is summarised with its places, and checked with its reasons (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `assistant-${language}`
    await installation.deliver(name, mailText({ subject: 'offer', html: offer[language] }))
    await installation.deliver(
      name,
      mailText({ subject: 'verify', html: fraud[language], from: 'IT Support <it@exampIe.test>' }),
    )
    await installation.deliver(name, mailText({ subject: 'long', text: 'word '.repeat(1_001) }))
    await begin(page, installation, language)
    await openMail(page, 'offer')
    const panel = panelOf(page, language)
    const bar = page.getByRole('article').getByRole('toolbar')
    await bar.getByRole('button', { name: t.title }).click()
    await page.getByRole('menuitem', { name: language === 'zh' ? '摘要' : 'Summarise' }).click()
    const summary = panel.getByRole('region', { name: t.tabs.summary })
    await expect(copyIn(summary, language)).toBeVisible()
    await expect(summary).toContainText('12,000')
    // A sentence leads to its place, which was out of sight.
    const last = summary.getByRole('button', { name: language === 'zh' ? /会议/ : /meeting/ })
    await last.click()
    await expect(
      page.frameLocator('article iframe').getByText(language === 'zh' ? '会议定在' : 'The meeting'),
    ).toBeInViewport()

    await openMail(page, 'verify')
    // AI-30
    await expect(summary).toHaveCount(0)
    await panel.getByRole('tab', { name: t.tabs.check }).click()
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    const check = panel.getByRole('region', { name: t.tabs.check })
    await expect(copyIn(check, language)).toBeVisible()
    await expect(check).toContainText(t.bad)
    await expect(check.getByRole('listitem').filter({ hasText: '192.0.2.7' }).first()).toBeVisible()
    await expect(check.getByRole('link')).toHaveCount(0)
    const violations = (await new AxeBuilder({ page }).include('aside').analyze()).violations
    expect(violations).toEqual([])

    await openMail(page, 'long')
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    await expect(panel.getByRole('alert')).toHaveText(t.tooLong)
  })
}

test('AI-18 AI-23 AI-37 a connection that breaks in mid-answer is told, lets the flags go, and comes back', async ({
  page,
  installation,
}) => {
  const t = words.zh
  let breaks = true
  await page.routeWebSocket(/\/ai\/socket/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((data) => {
      if (breaks) void socket.close({ code: 1011 })
      else server.send(data)
    })
  })
  await begin(page, installation, 'zh')
  await topButton(page, 'zh').click()
  const panel = panelOf(page, 'zh')
  await panel.getByRole('button', { name: t.questions[0] }).click()
  await expect(page.getByText(t.lost)).toBeVisible()
  const turns = panel.locator('ol > li')
  await expect(turns).toHaveCount(1)
  breaks = false
  await panel.getByRole('textbox').fill(t.questions[0])
  await panel.getByRole('textbox').press('Enter')
  await expect(copyIn(turns.last(), 'zh')).toBeVisible()
})

test('AI-01 G50 who turned the assistant off sees none of it', async ({ page, installation }) => {
  await begin(page, installation, 'zh')
  await expect(topButton(page, 'zh')).toBeVisible()
  await page.goto(`${installation.url}/#/set/normalset`)
  await page.getByRole('switch', { name: '使用智能助手' }).click()
  await expect(topButton(page, 'zh')).toHaveCount(0)
  await page.getByRole('switch', { name: '使用智能助手' }).click()
  await expect(topButton(page, 'zh')).toBeVisible()
})
