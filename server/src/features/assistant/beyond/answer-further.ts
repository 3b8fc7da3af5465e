import type { ErrorCode } from '@hongyan/contract/errors'
import type { AssistantOptions } from '../assistant-options.ts'
import type { Further } from './further.ts'
import { rewrite } from './rewriting.ts'
import { shortAnswers } from './short-answers.ts'
import { proposeSubjects } from './subjects.ts'
import { translate } from './translating.ts'

/** What goes beyond the five functions. @returns why it is not what was asked for, or not all of it; null when it is */
export async function answerFurther(
  options: AssistantOptions,
  asked: Further,
): Promise<ErrorCode | null> {
  const { further } = asked
  switch (further.is) {
    case 'rewrite':
      return rewrite(options, { ...asked, further })
    case 'subject':
      return proposeSubjects(options, { ...asked, further })
    case 'translate':
      return translate(options, { ...asked, further })
    case 'answers':
      return shortAnswers(options, asked)
  }
}
