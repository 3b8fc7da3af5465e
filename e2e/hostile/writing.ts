import { compose } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { rules } from '@hongyan/contract/rules'
import { signatures } from '@hongyan/contract/signatures'
import { templates } from '@hongyan/contract/templates'
import { connectSender } from '../durability/smtp-sender.ts'
import { type Attack, inParallel, type Means, type Person, someOf } from './attack.ts'
import { judge, judgeMail } from './tally.ts'

/** What texts are made of that somebody wrote to be slow to read. */
const marks = [
  '<',
  '<a>',
  '<b>x</b>',
  '&amp;',
  '&',
  '<!--',
  '<p style="color:red">',
  '<table><td>',
  '<img src="http://a.b/c">',
  '<a href="http://a.b/">http://c.d</a>',
  '<style>a{}',
]
const filled = (mark: string, size: number): string =>
  `x${mark.repeat(Math.floor((size - 1) / mark.length))}`

/** Templates and signatures as large as they may be, each saved and taken away again. */
const ownTexts: Attack = {
  name: 'own texts: templates and signatures of marks',
  people: 2,
  run: async (means) => {
    const { tally, people } = means
    await inParallel(someOf([...marks, ...marks], means.effort), 6, async (mark, index) => {
      const api = people[index % people.length]?.api
      if (!api) return
      const name = `marks ${index}`
      const template = await api.call(templates.save, {
        name,
        content: filled(mark, limits.template),
      })
      const content = filled(mark, limits.signature)
      const signature = await api.call(signatures.save, { name, content })
      for (const { status } of [template, signature])
        judge(tally, { what: 'a text of marks', expected: 'either', status })
      const { templateId } = template.envelope.data ?? {}
      if (templateId !== undefined) await api.call(templates.remove, { templateId })
      const { signId } = signature.envelope.data ?? {}
      if (signId !== undefined) await api.call(signatures.remove, { signId })
    })
  },
}

/** All the rules that one may have, each about the body, and mails that grow when they are folded. */
const manyRules: Attack = {
  name: 'rules: two thousand conditions',
  people: 2,
  run: async (means) => {
    for (const { api } of means.people) {
      await inParallel(
        someOf(Array.from({ length: limits.rules }), means.effort),
        4,
        async (_, rule) => {
          const conditions = Array.from({ length: limits.ruleConditions }, (_, at) => ({
            field: 'body' as const,
            operator: 'contains' as const,
            value: `not in it ${rule} ${at}`,
          }))
          const body = {
            name: `rule ${rule}`,
            match: 'any' as const,
            conditions,
            action: { star: true },
          }
          const { status } = await api.call(rules.save, body)
          judge(means.tally, { what: 'a rule', expected: 'either', status })
        },
      )
    }
    const kinds = ['\ufdfa', '鸿雁 ', 'İ', 'a '].flatMap((mark) => [mark, mark, mark])
    await inParallel(someOf(kinds, means.effort), 6, (mark, index) =>
      deliver(means, { type: 'plain', mark }, index),
    )
    for (const { api } of means.people) await api.call(rules.removeAll, {})
  },
}

const mailSize = 2_000_000
const subject = 'to be answered'

/** Long mails whose reader answers them, sends them on, and wants their pictures. */
const answers: Attack = {
  name: 'mails: long ones that are answered',
  people: 2,
  run: async (means) => {
    const kinds = marks.flatMap((mark) => [
      { type: 'plain', mark },
      { type: 'html', mark },
    ])
    await inParallel(someOf(kinds, means.effort), 4, (kind, index) => deliver(means, kind, index))
    for (const person of means.people) await answerAll(means, person)
  },
}

async function deliver(
  { product, people, tally }: Means,
  { type, mark }: { type: string; mark: string },
  index: number,
): Promise<void> {
  const { address = '' } = people[index % people.length] ?? {}
  const lines = filled(mark, mailSize).replace(/.{900}/gs, '$&\r\n')
  const raw = Buffer.from(
    `From: peer@other.test\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${lines}\r\n`,
  )
  const sender = await connectSender(product.smtpPort)
  const answer = await sender.send({ sender: 'peer@other.test', recipients: [address], raw })
  sender.close()
  judgeMail(tally, { what: `a long mail of ${mark}`, expected: 'either', answer })
}

async function answerAll({ tally }: Means, { api, inbox }: Person): Promise<void> {
  const page = await api.get(messages.list, { mailboxId: inbox, pageSize: 100 })
  const mails = page.list.filter(({ mailSubject }) => mailSubject === subject)
  await inParallel(mails, 4, async ({ mailId }) => {
    for (const type of ['reply', 'forward']) {
      const path = compose.start.path.replace('{type}', type)
      const { status } = await api.call({ ...compose.start, path } as typeof compose.start, {
        mailId,
      })
      judge(tally, { what: `${type} of a long mail`, expected: 'either', status })
    }
    const { status } = await api.call(reader.pictures, { mailId })
    judge(tally, { what: 'pictures of a long mail', expected: 'either', status })
  })
}

export const writingAttacks: readonly Attack[] = [ownTexts, manyRules, answers]
