import { type Migration, migrations } from '@hongyan/contract/migration'
import { ApiError, requestHeaders, unwrap, urlOf } from '../../lib/api.ts'
import { readAnswer } from '../../lib/foreign-text.ts'
import { currentLanguage } from '../../lib/language.ts'
import { saveFile } from '../../lib/save-file.ts'
import { tellTrouble } from '../../lib/trouble.ts'
import { withToken } from '../../lib/with-token.ts'

/** Saves what became of a migration as a CSV file, in the language of the page. */
export async function saveResult({ migrationId }: Migration): Promise<void> {
  try {
    const query = { migrationId, language: currentLanguage() }
    const response = await withToken((token) =>
      fetch(urlOf(migrations.file, { query }), { headers: requestHeaders(token) }),
    )
    if (!response.ok) unwrap({ status: response.status, body: readAnswer(await response.text()) })
    saveFile(await response.blob(), `migration-${migrationId}.csv`)
  } catch (error) {
    tellTrouble(error instanceof ApiError ? error : null)
  }
}
