import { createHmac } from 'node:crypto'
import { passwords } from '@hongyan/contract/passwords'
import { AxeBuilder } from '../support/axe.ts'
import { domain, expect, password, signIn, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/hold-calls.ts'
import { overAnswer } from '../support/over-answer.ts'

test('AUTH-35 ROUTES-05 SECURITY-01 SECURITY-02 SECURITY-03 SECURITY-04 SECURITY-05 SECURITY-06 SECURITY-07 SECURITY-08 SECURITY-09 M5 M83 a given password is changed first, by keyboard, and again in the settings, where the rules are seen while typing', async ({
  page,
  installation,
}) => {
  const { code, said } = await installation.command(
    ['user', 'add', `newcomer@${domain}`, '--name', '李娜', '--temporary'],
    `${password}\n`,
  )
  expect(code, said).toBe(0)
  await page.goto(installation.url)
  await page.locator('input').first().fill(`newcomer@${domain}`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/firstResetPsd/)
  expect(await page.evaluate(() => sessionStorage.getItem('forceChangePwd'))).toBe('true')
  // Every protected path leads back, also when the flag is taken away: the server answers nothing else.
  await page.evaluate(() => {
    location.hash = '#/set/normalset'
  })
  await expect(page).toHaveURL(/#\/firstResetPsd/)
  await page.evaluate(() => {
    sessionStorage.clear()
    location.hash = '#/inbox'
  })
  await expect(page).toHaveURL(/#\/firstResetPsd/)
  await expect(page.getByText('您的密码需要修改')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  const old = page.getByRole('textbox', { name: '原密码' })
  await expect(old).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: '新密码', exact: true })).toBeFocused()
  const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await page.keyboard.type('LiNa-123')
  await expect(rule('姓名全拼').getByText('未满足')).toBeAttached()
  await expect(rule('连续的数字或字母').getByText('未满足')).toBeAttached()
  await expect(rule('8 到 20 位').getByText('已满足')).toBeAttached()
  // What each typed word breaks, and nothing else.
  for (const [typed, broken] of [
    ['kitebrowl', '三种或以上'],
    ['x-Newcomer%-5', '不含账号'],
    ['Kite-5829-543', '连续的数字或字母'],
    ['Kite-5829-cBa', '连续的数字或字母'],
    ['Kite-5829-eEe', '相同的字符'],
    ['Kite-LiNa-58', '姓名全拼'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    const open = page.getByRole('listitem').filter({ hasText: '未满足' })
    await expect(open, typed).toHaveCount(1)
    await expect(open, typed).toContainText(broken)
  }
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Brave-Otter-58')
  await expect(page.getByRole('listitem').getByText('未满足')).toHaveCount(0)
  const again = page.getByRole('textbox', { name: '再次输入新密码' })
  await again.fill('Brave-Otter-59')
  await page.keyboard.press('Enter')
  await expect(page.getByText('两次密码输入不一致')).toBeVisible()
  await again.fill('Brave-Otter-58')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)

  await page.goto(`${installation.url}/#/set/accountalias`)
  await expect(page).toHaveURL(/#\/set\/accountalias\/1/)
  await expect(page.getByRole('heading', { name: '账号与安全' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const change = async (from: string, to: string) => {
    await page.getByRole('textbox', { name: '原密码' }).fill(from)
    await page.getByRole('textbox', { name: '新密码', exact: true }).fill(to)
    await page.getByRole('textbox', { name: '再次输入新密码' }).fill(to)
    await page.getByRole('button', { name: '修改密码' }).click()
  }
  await change('Brave-Otter-58', 'Sunshine-42!')
  await expect(page.getByText('密码过于简单，请更换')).toBeVisible()
  await change('Brave-Otter-58', 'Quiet-Heron-85')
  await expect(page.getByText('密码已修改，其他设备上的登录已全部退出')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原密码' })).toHaveValue('')

  // Whose password the organisation's directory knows changes it there.
  const directory = { elsewhere: true, page: 'https://directory.example.test/password' }
  for (const over of [directory, { ...directory, page: '' }]) {
    await overAnswer(page, `**/${passwords.policy.path}*`, over)
    await page.reload()
    await expect(page.getByText('您的账号密码由单位的目录服务统一管理')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '原密码' })).toHaveCount(0)
    const way = page.getByRole('link', { name: '前往修改密码' })
    if (over.page === '') await expect(page.getByText('如需修改，请联系管理员')).toBeVisible()
    else await expect(way).toHaveAttribute('href', over.page)
    await page.unroute(`**/${passwords.policy.path}*`)
  }
})

test('AUTH-05 AUTH-08 M3 M11 after ten wrong passwords a puzzle stands before the login; characters and work are other ways, the puzzle is moved by keys', async ({
  page,
  installation,
}) => {
  await installation.person('puzzled')
  await page.goto(installation.url)
  const submit = async (secret: string) => {
    await page.locator('input').first().fill(`puzzled@${domain}`)
    await page.locator('input[type=password]').fill(secret)
    const answered = page.waitForResponse(/oauth\/token$/)
    await page.getByRole('button', { name: '登录' }).click()
    await answered
  }
  for (let attempt = 0; attempt < 10; attempt++) await submit('Wrong-Guess-1')
  await submit(password)
  const panel = page.getByRole('region', { name: '安全验证' })
  await expect(panel.getByText('拖动滑块')).toBeVisible()
  await expect(panel.locator('img').first()).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: '登录' }).click()
  await expect(panel.getByText('请完成滑块验证')).toBeVisible()

  // A piece that is put beside its hole: a new picture, and the reason.
  await panel.getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('验证码不正确')).toBeVisible()

  await panel.getByRole('button', { name: '字符验证' }).click()
  await expect(panel.getByRole('img', { name: '验证码图片' })).toBeVisible()
  await panel.getByRole('textbox').fill('00000')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('验证码不正确')).toBeVisible()

  await panel.getByRole('button', { name: '看不清图片' }).click()
  await panel.getByRole('button', { name: '开始运算' }).click()
  await expect(page).toHaveURL(/#\/inbox/, { timeout: 30_000 })
})

/** What an authenticator app shows (RFC 6238) now, or in its next steps, which stays right for longer than it is typed. */
function totp(secret: string, steps = 0): string {
  const step = Math.floor(Date.now() / 30_000) + steps
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((one) => Number.parseInt(one, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const code = (mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000
  return String(code).padStart(6, '0')
}

test('AUTH-10 AUTH-24 an authenticator is set up in the settings; the next login has a second step and keeps nothing before it (no tokens are stored), recovery codes open too', async ({
  page,
  installation,
}) => {
  await signIn(page, installation, { name: 'careful', language: 'en' })
  await page.goto(`${installation.url}/#/set/accountalias/2`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Login password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Authenticator' })
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await dialog.getByRole('textbox').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Incorrect or expired code')).toBeVisible()
  await dialog.getByRole('textbox').fill(totp(secret))
  await page.keyboard.press('Enter')
  const saved = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  const recovery = (await saved.getByRole('listitem').first().textContent()) ?? ''
  await saved.getByRole('button', { name: 'I have saved them' }).click()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const first = async () => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.locator('input').first().fill(`careful@${domain}`)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  }
  await first()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await expect(page.getByRole('textbox', { name: 'Authenticator' })).toBeFocused()
  await page.keyboard.type(totp(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/inbox/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('')

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await first()
  await page.getByRole('button', { name: 'Recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/#\/inbox/)
})

test('AUTH-33 AUTH-34 M4 M5 M9 M12 M13 a forgotten password: the form says what is missing, and that no messages can be sent here', async ({
  page,
  installation,
}) => {
  await page.goto(`${installation.url}/#/resetPassword`)
  await page.getByRole('button', { name: '重置密码' }).click()
  for (const said of ['请输入邮箱地址', '请输入手机号', '请输入验证码', '请输入新密码'])
    await expect(page.getByText(said, { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: '邮箱地址' }).fill('nobody@')
  await page.getByRole('textbox', { name: '手机号' }).fill('12345678901')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('邮箱格式不正确')).toBeVisible()
  await expect(page.getByText('手机格式不正确')).toBeVisible()
  await page.getByRole('textbox', { name: '新密码', exact: true }).fill('Brave-Otter-58')
  await page.getByRole('textbox', { name: '再次输入新密码' }).fill('Brave-Otter-59')
  await page.getByRole('button', { name: '重置密码' }).click()
  await expect(page.getByText('两次密码输入不一致')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('textbox', { name: '邮箱地址' }).fill(`nobody@${domain}`)
  await page.getByRole('textbox', { name: '手机号' }).fill('13800138000')
  // A double click asks once: each code costs money and wears one of the person's tries.
  const held = await holdCalls(page, '**/api/password/recover')
  const send = page.getByRole('button', { name: '获取验证码' })
  await send.dblclick()
  await expect(send).toBeDisabled()
  expect(held.held).toBe(1)
  await held.release()
  const panel = page.getByRole('region', { name: '安全验证' })
  await panel.getByRole('button', { name: '看不清图片' }).click()
  await panel.getByRole('button', { name: '开始运算' }).click()
  await expect(page.getByText('系统没有开通短信服务')).toBeVisible({ timeout: 30_000 })
})

test('AUTH-24 a passkey is added in the settings; it signs in alone, by the suggestions and by its button, and is the step after the password', async ({
  page,
  installation,
}) => {
  const url = `http://localhost:${installation.product.httpPort}`
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, { ...installation, url }, { name: 'keyed', language: 'en' })
  await page.goto(`${url}/#/set/accountalias/2`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Login password', { exact: true }).fill('Wrong-Guess-1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Incorrect login password')).toBeVisible()
  await dialog.getByLabel('Login password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const entry = page.getByRole('listitem').filter({ hasText: 'Laptop' })
  await expect(entry.getByText('Not used yet')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
  }
  const isOut = () => expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const presence = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

  // Picked among the suggestions of the field: nothing is typed, nothing is pressed, and the form may be gone before it is seen.
  const signedIn = page.waitForResponse((one) => one.url().endsWith('/oauth/passkey') && one.ok())
  await signOut()
  await signedIn
  await expect(page).toHaveURL(/#\/inbox/)

  await presence(false)
  await signOut()
  await isOut()
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await presence(true)
  await button.click()
  await expect(page).toHaveURL(/#\/inbox/)

  await page.goto(`${url}/#/set/accountalias/2`)
  await expect(entry.getByText('Last used')).toBeVisible()
  await page.getByRole('switch', { name: 'Ask for a passkey when signing in' }).click()
  await page.getByRole('dialog').getByLabel('Login password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('switch', { name: 'Ask for a passkey when signing in' }),
  ).toBeChecked()
  await presence(false)
  await signOut()
  await isOut()
  await page.locator('input').first().fill(`keyed@${domain}`)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken')
  await presence(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/#\/inbox/)
})

test('AUTH-25 a ticket of another system asks whom it signs in, leaves the address, and is good once', async ({
  page,
  installation,
}) => {
  await installation.person('portal-user')
  const { said } = await installation.command(['ticket', 'add', 'OA'])
  const secret = /secret: (\S+)/.exec(said)?.[1] ?? ''
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'OA',
    sub: `portal-user@${domain}`,
    aud: `http://localhost:${installation.product.httpPort}`,
    iat: now,
    exp: now + 120,
  }
  const ticketOf = (jti: string, sub = claims.sub) => {
    const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, sub, jti })}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  const ticket = ticketOf('journey-1')
  await page.goto(`${installation.url}/?uapticket=${ticket}`)
  await expect(page.getByText(`OA请求以 portal-user@${domain} 登录邮箱。`)).toBeVisible()
  expect(page.url()).not.toContain('uapticket')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await page.getByRole('button', { name: '以此账号登录' }).click()
  await expect(page).toHaveURL(/#\/(inbox|dashboard)/)
  // Signed in already: asked whether to be another one, who then begins with a page of their own.
  await installation.person('portal-other')
  await page.goto(
    `${installation.url}/?uapticket=${ticketOf('journey-2', `portal-other@${domain}`)}`,
  )
  await expect(page.getByText(`当前已登录 portal-user@${domain}。`)).toBeVisible()
  expect(page.url()).not.toContain('uapticket')
  await page.getByRole('button', { name: '以此账号登录' }).click()
  await expect(page).toHaveURL(/#\/(inbox|dashboard)/)
  await page.getByRole('button', { name: '账号' }).click()
  await expect(page.getByText(`portal-other@${domain}`).first()).toBeVisible()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto(`${installation.url}/?uapticket=${ticket}`)
  await page.getByRole('button', { name: '以此账号登录' }).click()
  await expect(page.getByRole('alert')).toContainText('登录凭据无效或已过期')
})
