import type { Page } from '@playwright/test'
import { AxeBuilder } from '../support/axe.ts'
import { expect, signIn, switchLanguage, test } from '../support/fixtures.ts'
import { overAnswer } from '../support/over-answer.ts'
import { mailText } from '../support/send-mail.ts'

const root = (page: Page) => page.locator('html')
const names = '天蓝、翠绿、柠橙、元旦、春节、中秋、国庆、简约蓝'.split('、')

/** How light what is drawn on the page's own background is. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return -1
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 765
  })

/** What can be ticked or written in whose rim stands out too little from what is in it or round it (WCAG 2.2 §1.4.11). */
const faintRims = (page: Page): Promise<string[]> =>
  page.locator('main :is(input:not(:checked), select, textarea)').evaluateAll((fields) => {
    for (const change of document.getAnimations()) change.finish()
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const pixelOf = (color: string): number[] => {
      if (!pen) return []
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = color
      pen.fillRect(0, 0, 1, 1)
      return [...pen.getImageData(0, 0, 1, 1).data]
    }
    const luminanceOf = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = pixelOf(color).map((one) =>
        one <= 10 ? one / 3294 : ((one / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const groundOf = (element: Element | null): string => {
      const { backgroundColor } = getComputedStyle(element ?? document.body)
      return element && pixelOf(backgroundColor)[3] !== 255
        ? groundOf(element.parentElement)
        : backgroundColor
    }
    /** The field or what it stands in: a rim on all four sides. */
    const rimOf = (element: Element | null): Element | null => {
      if (!element || element.localName === 'main') return null
      const { borderTopStyle, borderLeftStyle } = getComputedStyle(element)
      const hasRim = borderTopStyle !== 'none' && borderLeftStyle !== 'none'
      return hasRim ? element : rimOf(element.parentElement)
    }
    const contrastOf = (rim: Element): number => {
      const line = luminanceOf(getComputedStyle(rim).borderTopColor)
      const grounds = [groundOf(rim), groundOf(rim.parentElement)].map(luminanceOf)
      return Math.min(
        ...grounds.map(
          (ground) => (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05),
        ),
      )
    }
    return fields
      .filter((field) => field.checkVisibility() && !field.matches('[type=radio], [type=file]'))
      .map((field) => ({ field, rim: rimOf(field) }))
      .filter(({ rim }) => !rim || contrastOf(rim) < 3)
      .map(
        ({ field, rim }) =>
          `${field.localName} ${rim?.className}: ${rim && contrastOf(rim).toFixed(2)}`,
      )
  })

async function contrastOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  const texts = violations
    .flatMap(({ nodes }) => nodes)
    .map(({ target, failureSummary }) => `${target} ${failureSummary}`)
  return [...texts, ...(await faintRims(page))]
}

interface Screen {
  url: string
  /** What stands on this one only: the screen before stays until the next is here. */
  shows: string
  look: (page: Page) => Promise<string[]>
}

/** Of one screen in every skin, light and dark. */
async function faultsIn(page: Page, { url, shows, look }: Screen): Promise<string[]> {
  await page.goto(url)
  await expect(page.locator(shows).first()).toBeVisible()
  const found: string[] = []
  for (const [index, name] of names.entries())
    for (const theme of ['dark', 'light']) {
      await page.evaluate((looks) => void Object.assign(document.documentElement.dataset, looks), {
        skin: `skin_${index}`,
        theme,
      })
      for (const one of await look(page)) found.push(`${url} ${name} ${theme} ${one}`)
    }
  return found
}

test('SKIN-01 SKIN-02 SKIN-03 SHELL-10 a skin from the More menu changes at once, stays after a reload; dark follows everywhere; none costs contrast', async ({
  page,
  installation,
}) => {
  const subject = `skins ${process.pid}`
  await installation.deliver('skins', mailText({ subject, html: '<p>paper</p>' }))
  await signIn(page, installation, { name: 'skins' })
  await page.getByRole('banner').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '外观' }).click()
  await expect(page).toHaveURL(/#\/set\/skinpeeling$/)
  const drawn = new Set<string>()
  for (const [index, name] of names.entries()) {
    await page.getByRole('radio', { name, exact: true }).check()
    await expect(root(page)).toHaveAttribute('data-skin', `skin_${index}`)
    const write = page.getByRole('button', { name: '写邮件' })
    drawn.add(await write.evaluate((button) => getComputedStyle(button).backgroundColor))
  }
  expect(drawn.size).toBe(names.length)
  await page.reload()
  await expect(page.getByRole('radio', { name: '简约蓝' })).toBeChecked()

  const dark = page.getByRole('combobox', { name: '深色模式' })
  await dark.selectOption({ label: '开启' })
  await expect.poll(() => lightness(page)).toBeLessThan(0.2)
  await page.goto(`${installation.url}/#/inbox`)
  await page.getByRole('row').filter({ hasText: subject }).click()
  await expect(page.locator('iframe[title="邮件正文"]:visible')).toHaveAttribute('data-dark', /.*/)
  await page.goto(`${installation.url}/#/set/skinpeeling`)
  await expect(page.getByRole('radio', { name: '简约蓝' })).toBeChecked()
  const at = (path: string) => `${installation.url}/#${path}`
  const found = [
    ...(await faultsIn(page, {
      url: at('/set/skinpeeling'),
      shows: 'main select',
      look: contrastOf,
    })),
    ...(await faultsIn(page, { url: at('/inbox'), shows: 'main [role=row]', look: contrastOf })),
    // Fields of every kind.
    ...(await faultsIn(page, { url: at('/feedback'), shows: 'main textarea', look: faintRims })),
    ...(await faultsIn(page, {
      url: at('/mailmig'),
      shows: 'main [type=password]',
      look: faintRims,
    })),
  ]
  expect(found).toEqual([])
  await page.goto(`${installation.url}/#/set/skinpeeling`)
  await dark.selectOption({ label: '关闭' })
  await expect.poll(() => lightness(page)).toBeGreaterThan(0.8)
  await switchLanguage(page, 'English')
  await expect(page.getByRole('radio', { name: 'Spring Festival' })).toBeVisible()
  await switchLanguage(page, '中文')
})

test('SKIN-02 SHELL-30 a host of hideSome offers no skins', async ({ page, installation }) => {
  const less = { hideSome: [new URL(installation.url).hostname] }
  await overAnswer(page, '**/api/platform/config', less)
  await signIn(page, installation, { name: 'skins' })
  await page.getByRole('banner').getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: '锁屏' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '外观' })).toHaveCount(0)
  await page.goto(`${installation.url}/#/set/normalset`)
  const pages = page.getByRole('navigation', { name: '设置' })
  await expect(pages.getByRole('link', { name: '常规设置' })).toBeVisible()
  await expect(pages.getByRole('link', { name: '外观' })).toHaveCount(0)
  // By its address as little; and what the platform hides is not drawn while it is still asked.
  await page.goto(`${installation.url}/#/set/skinpeeling`)
  await expect(page).toHaveURL(/#\/404$/)
  await overAnswer(page, '**/api/platform/config', {
    ...less,
    hideWangguan: less.hideSome,
  })
  const skin = { gatewayEnable: 1, festivalSkin: 'skin_4', festivalAskWord: '换上春节皮肤？' }
  await overAnswer(page, '**/api/mail/main/index', skin)
  await page.goto(`${installation.url}/#/wangguan`)
  await page.reload()
  await expect(page).toHaveURL(/#\/404$/)
  await page.goto(`${installation.url}/#/inbox`)
  await expect(page.getByRole('button', { name: '写邮件' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('SKIN-04 SKIN-05 BANNERS-04 SETTINGS-04 LIMITS-30 the skin change prompt offers a festival skin once in thirty days, in the organisation’s words; a grey day turns all grey', async ({
  page,
  context,
  installation,
}) => {
  const { command } = installation
  await command(['festival', 'skin_4', '新春快乐，换上春节皮肤？'])
  await command(['switch', 'enableGray', 'on'])
  try {
    await signIn(page, installation, { name: 'festive' })
    const offer = page.getByRole('dialog', { name: '春节' })
    await expect(offer).toContainText('新春快乐，换上春节皮肤？')
    await expect(root(page)).toHaveCSS('filter', 'grayscale(1)')
    await offer.getByRole('button', { name: '暂不' }).click()
    const kept = (await context.cookies()).find(({ name }) => name === 'festivalSkin')
    expect(kept?.value).toBe('skin_4')
    expect(kept?.expires ?? 0).toBeGreaterThan(Date.now() / 1000 + 29.9 * 86_400)
    expect(kept?.expires ?? 0).toBeLessThan(Date.now() / 1000 + 30.1 * 86_400)
    const settled = page.waitForResponse(/mail\/main\/start/)
    await page.reload()
    await (await settled).finished()
    await expect(page.getByRole('button', { name: '写邮件' })).toBeVisible()
    await expect(offer).toBeHidden()
    // Another festival is another offer, and without words of its own it has ours.
    await command(['festival', 'skin_5'])
    await page.reload()
    const other = page.getByRole('dialog', { name: '中秋' })
    await expect(other).toContainText('是否切换为节日皮肤？')
    await other.getByRole('button', { name: '切换' }).click()
    await expect(root(page)).toHaveAttribute('data-skin', 'skin_5')
  } finally {
    await command(['festival', 'off'])
    await command(['switch', 'enableGray', 'off'])
  }
  await page.reload()
  await expect(root(page)).toHaveAttribute('data-skin', 'skin_5')
  await expect(root(page)).toHaveCSS('filter', 'none')
})
