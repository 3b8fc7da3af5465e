import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, type Installation, signIn, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'

const words = {
  zh: {
    title: '智能助手',
    tabs: { mail: '邮件', compose: '写邮件', reply: '写回复', summary: '摘要', check: '检测' },
    questions: ['忘记密码怎么办', '账号被锁定怎么办', '收不到短信验证码怎么办', '什么是已读回执'],
    password: /密码/,
    builtIn: '内置引擎',
    copied: '复制成功',
    copyFailed: '复制失败',
    busy: '加载中...',
    noAnswer: '抱歉，暂时无法回答您的问题。',
    noResult: '暂时无法获取答案',
    stop: '停止',
    stopped: '已停止',
    summarise: '摘要',
    later: '暂时无法连接智能模型，请稍后再试',
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
    newChat: '新对话',
    ideas: '常用答复',
    subject: '主题',
    close: '关闭',
  },
  en: {
    title: 'Assistant',
    tabs: {
      mail: 'Mail',
      compose: 'Write',
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
    copyFailed: 'Replication failure',
    busy: 'Loading...',
    noAnswer: 'Sorry, this question cannot be answered for now.',
    noResult: 'temporarily unable to get the answer',
    stop: 'Stop',
    stopped: 'Stopped',
    summarise: 'Summarise',
    later: 'The model cannot be reached right now, please try again later',
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
    newChat: 'New chat',
    ideas: 'Suggested replies',
    subject: 'Subject',
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

/** What the panel asks of the server, by the last part of the address. */
function payloadsOf(page: Page): Map<string, Record<string, unknown>> {
  const payloads = new Map<string, Record<string, unknown>>()
  page.on('request', (request) => {
    const [, call] = /\/mail\/main\/ai\/(.+)$/.exec(request.url()) ?? []
    if (call !== undefined) payloads.set(call, request.postDataJSON())
  })
  return payloads
}

const begin = (page: Page, installation: Installation, language: Language): Promise<void> =>
  signIn(page, installation, { name: `assistant-${language}`, language })

for (const language of ['zh', 'en'] as const) {
  const t = words[language]

  test(`AI-01 AI-02 AI-05 AI-06 AI-08 AI-13 AI-17 AI-18 AI-21 AI-25 AI-32 AI-40 questions about the product are answered, stop, copied and kept (${language})`, async ({
    page,
    installation,
  }) => {
    await begin(page, installation, language)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
    const payloads = payloadsOf(page)
    // What is of the assistant alone, in bytes as they came over the line.
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((one) => one instanceof PerformanceResourceTiming && /assistant-/.test(one.name))
          .reduce((sum, one) => sum + (one as PerformanceResourceTiming).encodedBodySize, 0),
      )
    expect(await loaded(), 'nothing of it is loaded before it is opened').toBe(0)
    await topButton(page, language).click()
    const panel = panelOf(page, language)
    // Of the tabs outside the first is shown.
    await expect(panel.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
    // AI-21: idle, so there is nothing to stop.
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toHaveCount(0)
    await expect(panel.getByRole('textbox')).toBeFocused()
    expect(await loaded()).toBeGreaterThan(0)
    expect(await loaded(), 'at most 40 kB of its own').toBeLessThan(40 * 1024)
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
    const config = await page.request.get(`${installation.url}/api/platform/config`)
    const { aiUrl } = (await config.json()).data
    expect(sockets).toEqual([aiUrl])
    expect(payloads.get('question')).toMatchObject({
      question: t.questions[0],
      user: `assistant-${language}@example.test`,
    })
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
    await panel.getByRole('button', { name: t.newChat }).click()
    await expect(panel.getByRole('button', { name: t.questions[1] })).toBeVisible()
    await page.reload()
    await topButton(page, language).click()
    await expect(panel.getByRole('button', { name: t.questions[1] })).toBeVisible()
  })

  test(`AI-02 AI-04 AI-07 AI-09 AI-10 AI-15 AI-16 AI-17 AI-26 AI-28 AI-29 AI-33 AI-34 AI-41 drafts go into the mail beside what is typed, and come out again (${language})`, async ({
    page,
    installation,
  }) => {
    await begin(page, installation, language)
    const panel = panelOf(page, language)
    const payloads = payloadsOf(page)
    await topButton(page, language).click()
    await panel.getByRole('tab', { name: t.tabs.mail, exact: true }).click()
    // In: the first one is a new mail.
    await expect(panel.getByRole('tab', { name: t.tabs.compose, selected: true })).toBeVisible()
    const choices = await panel
      .locator('select')
      .evaluateAll((all) =>
        all.map((one) => [...(one as HTMLSelectElement).options].map(({ value }) => value)),
      )
    expect(choices).toEqual([
      ['WORK', 'VACATION', 'MEETING'],
      ['SHORT', 'MEDIUM', 'LONG'],
      ['FORMAL', 'FRIENDLY', 'PROFESSIONAL'],
    ])
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
    expect(payloads.get('assistant/mail')).toMatchObject({
      type: 2,
      requestEmail: 'WORK',
      size: 'MEDIUM',
      tone: 'FORMAL',
      language: 'CHINESE',
      newMailType: 'NEW',
      user: expect.stringContaining(`assistant-${language}@example.test`),
    })
    await expect(draft).toContainText(language === 'zh' ? '报价' : /Friday/i)
    await expect(text).toContainText('Typed before.')
    await expect(text).toContainText(language === 'zh' ? '报价' : /Friday/i)
    const subject = page.locator('main').getByRole('textbox', { name: t.subject })
    await expect(subject).not.toHaveValue('')
    await page.getByRole('button', { name: t.undo }).last().click()
    await expect(subject).toHaveValue('')
    await expect(text).not.toContainText(language === 'zh' ? '报价' : /Friday/i)
    await expect(text).toContainText('Typed before.')
  })

  test(`AI-02 AI-03 AI-10 AI-11 AI-12 AI-17 AI-26 AI-27 AI-30 AI-35 AI-36 LIMITS-31 the open mail is summarised with its places, and checked with its reasons (${language})`, async ({
    page,
    installation,
  }) => {
    const name = `assistant-${language}`
    await installation.deliver(name, mailText({ subject: 'offer', html: offer[language] }))
    await installation.deliver(
      name,
      mailText({ subject: 'verify', html: fraud[language], from: 'IT Support <it@exampIe.test>' }),
    )
    await installation.deliver(
      name,
      mailText({ subject: 'long', text: `${'word '.repeat(1_000)}x` }),
    )
    await installation.deliver(
      name,
      mailText({ subject: 'full', text: `${'word '.repeat(999)}words` }),
    )
    await begin(page, installation, language)
    await openMail(page, 'offer')
    const panel = panelOf(page, language)
    const payloads = payloadsOf(page)
    const bar = page.getByRole('article').getByRole('toolbar')
    await bar.getByRole('button', { name: t.title }).click()
    await page.getByRole('menuitem', { name: t.summarise }).click()
    const summary = panel.getByRole('region', { name: t.tabs.summary })
    await expect(copyIn(summary, language)).toBeVisible()
    // A sentence leads to its place, which was out of sight.
    const last = summary.getByRole('button', { name: language === 'zh' ? /会议/ : /meeting/ })
    await last.click()
    await expect(
      page.frameLocator('article iframe').getByText(language === 'zh' ? '会议定在' : 'The meeting'),
    ).toBeInViewport()

    expect(payloads.get('digest/mail')).toMatchObject({
      type: 4,
      user: `${name}@example.test`,
      content: expect.stringContaining(language === 'zh' ? '报价单' : 'price list'),
    })
    // An answer to the open mail.
    await panel.getByRole('tab', { name: t.tabs.reply }).click()
    await panel.getByRole('list', { name: t.ideas }).getByRole('button').first().click()
    const reply = panel.getByRole('region', { name: t.tabs.reply })
    await expect(copyIn(reply, language)).toBeVisible()
    expect(payloads.get('assistant/mail')).toMatchObject({ type: 3, newMailType: 'REPLY' })
    expect(payloads.get('assistant/mail')).toHaveProperty('content')

    await openMail(page, 'verify')
    // AI-30
    await expect(reply).toHaveCount(0)
    await panel.getByRole('tab', { name: t.tabs.summary }).click()
    await expect(summary).toHaveCount(0)
    await panel.getByRole('tab', { name: t.tabs.check }).click()
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    const check = panel.getByRole('region', { name: t.tabs.check })
    await expect(copyIn(check, language)).toBeVisible()
    await expect(check).toContainText(t.bad)
    expect(payloads.get('fishing/mail')).toMatchObject({
      type: 5,
      sender: expect.stringContaining('IT Support'),
      subject: 'verify',
      sendTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    await expect(check.getByRole('listitem').filter({ hasText: '192.0.2.7' }).first()).toBeVisible()
    await expect(check.getByRole('link')).toHaveCount(0)
    const violations = (await new AxeBuilder({ page }).include('aside').analyze()).violations
    expect(violations).toEqual([])

    await openMail(page, 'long')
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    await expect(panel.getByRole('alert')).toHaveText(t.tooLong)
    // Of 5,000 characters it is taken.
    await openMail(page, 'full')
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    await expect(copyIn(check, language)).toBeVisible()
    expect(payloads.get('fishing/mail')).toMatchObject({ subject: 'full' })
    // From the menu over the mail it is told as well.
    await openMail(page, 'long')
    await bar.getByRole('button', { name: t.title }).click()
    await page.getByRole('menuitem', { name: t.tabs.check }).click()
    await expect(panel.getByRole('alert')).toHaveText(t.tooLong)
    // Who wants to write an answer begins to write at once.
    await bar.getByRole('button', { name: t.title }).click()
    await page.getByRole('menuitem').last().click()
    await expect(panel.getByRole('textbox')).toBeFocused()
  })
}

/** Speaks as the server on the assistant's socket: tickets come in, what `say` is given goes out as it stands. */
async function speakAsServer(page: Page): Promise<{
  tickets: string[]
  say: (message: Record<string, unknown>) => void
  stops: () => number
  hangUp: () => void
}> {
  const tickets: string[] = []
  let stops = 0
  let line: WebSocketRoute | null = null
  await page.routeWebSocket(/\/ai\/socket/, (socket) => {
    line = socket
    socket.onMessage((data) => {
      if (data === 'stop') stops++
      else tickets.push(String(data))
    })
  })
  return {
    tickets,
    say: (message) => {
      const request = tickets.at(-1)?.split('.', 1)[0]
      // AI-19: wrapped twice.
      line?.send(JSON.stringify(JSON.stringify({ request, ...message })))
    },
    stops: () => stops,
    hangUp: () => void line?.close({ code: 1011 }),
  }
}

for (const language of ['zh', 'en'] as const)
  test(`AI-19 AI-20 AI-22 AI-23 AI-24 AI-31 AI-37 AI-38 AI-39 AI-40 LIMITS-07 whatever a server does, the panel says it in words and stays usable (${language})`, async ({
    page,
    installation,
  }) => {
    const t = words[language]
    await installation.deliver(
      `assistant-${language}`,
      mailText({ subject: 'faults', html: offer[language] }),
    )
    const server = await speakAsServer(page)
    await page.clock.install()
    await begin(page, installation, language)
    await openMail(page, 'faults')
    await topButton(page, language).click()
    const panel = panelOf(page, language)
    const field = panel.getByRole('textbox')
    const turns = panel.locator('ol > li')
    const asked = async (question: string) => {
      const before = server.tickets.length
      await field.fill(question)
      await field.press('Enter')
      await expect.poll(() => server.tickets.length).toBe(before + 1)
    }
    // AI-25: a thought alone is not shown; words are, as they come.
    await asked('one')
    server.say({ type: 1, thought: 'secret thought' })
    server.say({ type: 1, content: 'first words' })
    await expect(turns.first()).toContainText('first words')
    await expect(turns.first()).not.toContainText('secret thought')
    // AI-22 AI-24: not idle.
    await field.fill('two')
    await field.press('Enter')
    await expect(page.getByText(t.busy)).toBeVisible()
    expect(server.tickets).toHaveLength(1)
    await expect(field).toHaveValue('two')
    // AI-23: thirty seconds after the last message everything is let go.
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toBeVisible()
    await page.clock.fastForward(25_000)
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toBeVisible()
    await page.clock.fastForward(5_001)
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toHaveCount(0)
    // AI-31 AI-38: nothing at all is an apology.
    await asked('three')
    server.say({ type: 1, finish: true })
    await expect(turns.last()).toContainText(t.noAnswer)
    // An error of the server has its sentence, and what was said before it stays.
    await asked('four')
    server.say({ type: 1, content: 'half of it' })
    server.say({ type: 1, error: 'assistant.unreachable', finish: true })
    await expect(turns.last()).toContainText(t.later)
    await expect(turns.last()).toContainText('half of it')
    // Stopped by hand: what came later is not heard.
    await asked('five')
    server.say({ type: 1, content: 'enough' })
    await expect(turns.last()).toContainText('enough')
    await panel.getByRole('button', { name: t.stop, exact: true }).click()
    await expect(turns.last()).toContainText(t.stopped)
    await expect.poll(server.stops).toBe(1)
    server.say({ type: 1, content: ' and more' })
    // T42 T39: markup, and a finish that is only written, are text.
    await asked('six')
    server.say({
      type: 1,
      content: '<img src=x onerror=alert(1)> ![](https://evil.test/p.png) {"finish":true}',
    })
    await expect(turns.last()).toContainText(
      '<img src=x onerror=alert(1)> ![](https://evil.test/p.png)',
    )
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toBeVisible()
    await expect(turns.locator('img, a')).toHaveCount(0)
    server.say({ type: 1, finish: true })
    await expect(turns.nth(4)).not.toContainText('and more')
    // AI-40: a browser that refuses the clipboard.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await copyIn(turns.last(), language).click()
    await expect(page.getByText(t.copyFailed)).toBeVisible()
    // AI-20: a refused call shows nothing.
    await page.route('**/mail/main/ai/question', (route) =>
      route.fulfill({ status: 403, json: { code: 403910, message: 'no', data: null } }),
    )
    const count = await turns.count()
    await field.fill('seven')
    await field.press('Enter')
    await expect(panel.getByRole('button', { name: t.stop, exact: true })).toHaveCount(0)
    await expect(turns).toHaveCount(count)
    await expect(field).toHaveValue('seven')
    // AI-39: a summary without a word.
    await panel.getByRole('tab', { name: t.tabs.mail, exact: true }).click()
    await panel.getByRole('tab', { name: t.tabs.summary }).click()
    const before = server.tickets.length
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    await expect.poll(() => server.tickets.length).toBe(before + 1)
    server.say({ type: 4, finish: true })
    await expect(panel.getByRole('region', { name: t.tabs.summary })).toContainText(t.noResult)
    // AI-37: cut in mid-answer.
    await panel.getByRole('tabpanel').getByRole('button').last().click()
    await expect.poll(() => server.tickets.length).toBe(before + 2)
    server.say({ type: 4, content: 'half' })
    await expect(panel.getByRole('region', { name: t.tabs.summary })).toContainText('half')
    server.hangUp()
    await expect(page.getByText(t.lost)).toBeVisible()
    await expect(panel.getByRole('region', { name: t.tabs.summary })).toContainText('half')
  })

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
  // Nobody types a question twice.
  await turns.getByRole('button', { name: '再问一次' }).click()
  await expect(copyIn(turns.last(), 'zh')).toBeVisible()
  await expect(turns.last()).toContainText(t.questions[0])
})

test('AI-01 G50 who turned the assistant off, and a host that showAi does not name, show none of it', async ({
  page,
  installation,
}) => {
  await begin(page, installation, 'zh')
  await expect(topButton(page, 'zh')).toBeVisible()
  await page.goto(`${installation.url}/#/set/normalset`)
  await page.getByRole('switch', { name: '使用智能助手' }).click()
  await expect(topButton(page, 'zh')).toHaveCount(0)
  await page.getByRole('switch', { name: '使用智能助手' }).click()
  await expect(topButton(page, 'zh')).toBeVisible()
  await overAnswer(page, '**/api/platform/config', { showAi: ['other.example'] })
  await page.reload()
  await expect(page.getByRole('switch', { name: '新邮件通知' })).toBeVisible()
  await expect(topButton(page, 'zh')).toHaveCount(0)
  await expect(page.getByRole('switch', { name: '使用智能助手' })).toHaveCount(0)
})

test('AI-04 on a phone the panel is the whole screen, and makes way for what is asked for', async ({
  page,
  installation,
}) => {
  const t = words.zh
  await page.setViewportSize({ width: 390, height: 844 })
  await installation.deliver('assistant-phone', mailText({ subject: 'offer', html: offer.zh }))
  await signIn(page, installation, { name: 'assistant-phone' })
  await openMail(page, 'offer')
  const bar = page.getByRole('article').getByRole('toolbar')
  await bar.getByRole('button', { name: t.title }).click()
  await page.getByRole('menuitem', { name: t.summarise }).click()
  const panel = page.getByRole('dialog', { name: t.title })
  const summary = panel.getByRole('region', { name: t.tabs.summary })
  await expect(copyIn(summary, 'zh')).toBeVisible()
  // Outside of the dialog nobody would hear it.
  await expect(panel.locator('[data-announcer]')).toContainText('会议')
  const violations = (await new AxeBuilder({ page }).include('dialog').analyze()).violations
  expect(violations).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await summary.getByRole('button', { name: /会议/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.frameLocator('article iframe').getByText('会议定在')).toBeInViewport()
  // An answer begins a mail with it.
  await bar.getByRole('button', { name: t.title }).click()
  await page.getByRole('menuitem').last().click()
  await panel.getByRole('list', { name: t.ideas }).getByRole('button').first().click()
  await panel.getByRole('button', { name: t.apply }).click()
  await expect(panel).toBeHidden()
  const text = page.frameLocator('main iframe').first().locator('[contenteditable=true]')
  await expect(text).toContainText('同意')
})
