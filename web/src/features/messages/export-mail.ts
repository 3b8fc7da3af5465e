import { messages } from '@hongyan/contract/messages'
import { ApiError, requestHeaders, unwrap, urlOf } from '../../lib/api.ts'
import { readAnswer } from '../../lib/foreign-text.ts'
import { translate } from '../../lib/i18n.ts'
import { saveFile } from '../../lib/save-file.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { withToken } from '../../lib/with-token.ts'
import { toast } from '../../ui/toast-store.ts'

/** Saves messages as files: one as .eml, several as a .zip. */
export async function exportMail(mailIds: readonly number[]): Promise<void> {
  if (mailIds.length === 0) return
  if (mailIds.length > 1) {
    toast({ kind: 'info', text: translate('list:exporting', { count: mailIds.length }) })
  }
  try {
    const response = await withToken((token) =>
      fetch(urlOf(messages.exportMail), {
        method: 'POST',
        headers: { ...requestHeaders(token), 'content-type': 'application/json' },
        body: JSON.stringify({ mailIds }),
      }),
    )
    if (!response.ok) unwrap({ status: response.status, body: readAnswer(await response.text()) })
    saveFile(await response.blob(), nameOf(response.headers.get('content-disposition') ?? ''))
  } catch (error) {
    tellTrouble(error instanceof ApiError ? error : null)
  }
}

/** RFC 6266: the name in UTF-8. */
const nameOf = (disposition: string): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'mail.eml')
