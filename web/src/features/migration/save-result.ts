import { type Migration, migrations } from '@hongyan/contract/migration'
import { ApiError, requestHeaders, unwrap, urlOf } from '../../lib/api.ts'
import { readAnswer } from '../../lib/foreign-text.ts'
import { currentLanguage } from '../../lib/language.ts'
import { freshAccessToken } from '../../lib/renew.ts'
import { saveFile } from '../../lib/save-file.ts'
import { tellTrouble } from '../../lib/trouble.ts'

/** Saves what became of a migration as a CSV file, in the language of the page. */
export async function saveResult({ migrationId }: Migration): Promise<void> {
  try {
    const query = { migrationId, language: currentLanguage() }
    const response = await fetch(urlOf(migrations.file, { query }), {
      headers: requestHeaders(await freshAccessToken()),
    })
    if (!response.ok) unwrap({ status: response.status, body: readAnswer(await response.text()) })
    saveFile(await response.blob(), `migration-${migrationId}.csv`)
  } catch (error) {
    tellTrouble(error instanceof ApiError ? error : null)
  }
}
