import { assistantText } from '@hongyan/contract/assistant-text'
import type { RewriteWay } from '@hongyan/contract/assistant-wire'
import { call } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/language.ts'

/** Asks for a passage in other words, or for a subject. @returns the ticket */
export const askRewrite = (
  way: RewriteWay | 'subject',
  text: string,
  answers: number | null,
): Promise<string> =>
  call(assistantText.rewrite, {
    body: { way, text, answerIn: currentLanguage(), ...(answers === null ? {} : { answers }) },
  })
