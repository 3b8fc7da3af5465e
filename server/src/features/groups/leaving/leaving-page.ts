import type { Language } from '@hongyan/contract/errors'

export type LeavingState =
  | { kind: 'asked' | 'done'; groupName: string; address: string }
  | { kind: 'unknown' }

/** The page of a link to leave by: for people who have no login here, so it is whole by itself. */
export function leavePage(state: LeavingState, language: Language): string {
  const { title, text, button } = words[language][state.kind](
    state.kind === 'unknown' ? { groupName: '', address: '' } : state,
  )
  const form = button === '' ? '' : `<form method="post"><button>${escaped(button)}</button></form>`
  return (
    `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title>` +
    `<style>${style}</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</main></body></html>`
  )
}

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}' +
  'main{max-width:32rem;margin:18vh auto 0;padding:0 1.5rem;overflow-wrap:anywhere}h1{font-size:1.35rem;margin:0 0 .5rem}' +
  'button{font:inherit;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#1f5fd0;color:#fff;cursor:pointer}' +
  'button:focus-visible{outline:3px solid #8ab4ff;outline-offset:2px}'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

interface About {
  groupName: string
  address: string
}

const words = {
  zh: {
    asked: ({ groupName, address }: About) => ({
      title: `退出“${groupName}”？`,
      text: `${address} 将不再收到发给该群组的邮件。`,
      button: '退出群组',
    }),
    done: ({ groupName, address }: About) => ({
      title: '已退出群组',
      text: `${address} 不会再收到发给“${groupName}”的邮件。`,
      button: '',
    }),
    unknown: () => ({
      title: '链接无效',
      text: '链接不完整、已过期，或该群组已不存在。您也可以向群组发一封主题为 unsubscribe 的邮件。',
      button: '',
    }),
  },
  en: {
    asked: ({ groupName, address }: About) => ({
      title: `Leave “${groupName}”?`,
      text: `${address} will get no more mail of this group.`,
      button: 'Leave group',
    }),
    done: ({ groupName, address }: About) => ({
      title: 'You have left the group',
      text: `${address} gets no more mail of “${groupName}”.`,
      button: '',
    }),
    unknown: () => ({
      title: 'This link does not work',
      text: 'It is incomplete or too old, or the group is gone. You can also send the group a mail with the subject “unsubscribe”.',
      button: '',
    }),
  },
}
