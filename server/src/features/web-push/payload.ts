import { limits } from '@hongyan/contract/limits'
import type { WebPushPayload } from '@hongyan/contract/web-push'
import type { Change } from '../../mailstore/types.ts'

export type News = NonNullable<Change['detail']['news']>[number]

const texts = {
  zh: {
    mail: '新邮件',
    many: (count: number) => `${count} 封新邮件`,
    noSubject: '（无主题）',
  },
  en: {
    mail: 'New mail',
    many: (count: number) => `${count} new messages`,
    noSubject: '(no subject)',
  },
}

interface Wish {
  language: 'zh' | 'en'
  /** Sender and subject may be shown. */
  withContent: boolean
}

/** More than so many at once are one notification that counts them. */
const single = 3

/** The notifications for new mail. Sender and subject are cut; nothing else of a mail is ever in one. */
export function payloadsOf(news: readonly News[], wish: Wish): WebPushPayload[] {
  const said = texts[wish.language]
  if (news.length > single) {
    return [{ title: said.many(news.length), body: '', tag: 'mails', route: '/inbox' }]
  }
  return news.map((one) => ({
    ...(wish.withContent
      ? {
          title: cut(one.fromName || one.fromAddress, limits.notificationSender) || said.mail,
          body: cut(one.subject, limits.notificationSubject) || said.noSubject,
        }
      : { title: said.mail, body: '' }),
    tag: `mail-${one.messageId}`,
    route: `/reply/${one.folderId}/${one.messageId}`,
  }))
}

/** At most `max` characters, never half of one; line breaks and control characters become blanks. */
function cut(text: string, max: number): string {
  const characters = [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()]
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max).join('')}…`
}
