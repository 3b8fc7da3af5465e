import { expect, signIn, test } from '../support/fixtures.ts'
import { startModelHouse } from '../support/model-house.ts'
import { mailText } from '../support/send-mail.ts'

test('AI-02 AI-18 AI-19 AI-23 AI-37 AI-42 issue 15 a model that writes, dies, cannot be reached or is forgotten by a server that starts anew leaves the panel usable', async ({
  page,
  installation,
}) => {
  await installation.deliver(
    'assistant-model',
    mailText({ subject: 'contract', text: '您好，请在周五前签合同。合同金额为 12,000 元。' }),
  )
  const house = await startModelHouse(installation)
  try {
    await signIn(page, { ...installation, url: house.url }, { name: 'assistant-model' })
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'contract' }).click()
    await page
      .getByRole('article')
      .getByRole('toolbar')
      .getByRole('button', { name: '智能助手' })
      .click()
    await page.getByRole('menuitem', { name: '摘要' }).click()
    const panel = page.getByRole('complementary', { name: '智能助手' })
    const summary = panel.getByRole('region', { name: '摘要' })
    const stop = panel.getByRole('button', { name: '停止', exact: true })
    const again = panel.getByRole('tabpanel').getByRole('button', { name: '重新生成' })

    // As they come: the first words stand there while the others are not written yet.
    const first = await house.asked()
    first.say({ reasoning_content: '先想一想' })
    first.say({ content: '请周五前' })
    await expect(summary).toContainText('请周五前')
    await expect(stop).toBeVisible()
    first.say({ tool_calls: [{ index: 0, function: { name: 'send_mail', arguments: '{}' } }] })
    first.say({ content: '签合同。<img src=x onerror=alert(1)>' })
    first.done()
    await expect(summary).toContainText('请周五前签合同。<img src=x onerror=alert(1)>')
    await expect(summary.locator('img')).toHaveCount(0)
    await expect(panel).toContainText('stand-in')
    await expect(stop).toHaveCount(0)

    // It dies in the middle: what was said stays, and the flags are free.
    await again.click()
    const second = await house.asked()
    second.say({ content: '只有半句' })
    await expect(summary).toContainText('只有半句')
    await house.endModel()
    await expect(summary).toContainText('回答中断，以上内容不完整，请重试')
    await expect(summary).toContainText('只有半句')
    await expect(stop).toHaveCount(0)

    // It is away: the built-in engine answers, and the panel says why.
    await again.click()
    await expect(summary).toContainText('暂时无法连接智能模型，请稍后再试')
    await expect(summary).toContainText('请在周五前签合同。')
    await expect(panel).toContainText('内置引擎')

    // The server itself is started anew in the middle.
    await house.beginModel()
    await again.click()
    const third = await house.asked()
    third.say({ content: '又写了一半' })
    await expect(summary).toContainText('又写了一半')
    await house.endProduct()
    await expect(page.getByText('抱歉，暂时无法接通客服助手！')).toBeVisible()
    await expect(summary).toContainText('又写了一半')
    await expect(stop).toHaveCount(0)
    await house.beginProduct()
    await again.click()
    const last = await house.asked()
    last.say({ content: '现在完整了。' })
    last.done()
    await expect(summary).toContainText('现在完整了。')
    await expect(panel.getByRole('button', { name: '复制', exact: true })).toBeVisible()
  } finally {
    await house.stop()
  }
})
