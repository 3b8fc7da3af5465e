import type { ComposeFile } from '@hongyan/contract/compose'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId } from '../../platform/ids.ts'
import { letterPictureRoutes } from './letter-pictures.routes.ts'
import type { LetterFile } from './letter-pictures.service.ts'
import type { LetterParts } from './letters.service.ts'
import { signatureRoutes } from './signatures.routes.ts'
import { templateRoutes } from './templates.routes.ts'

/** Makes the pictures of a letter files of a mail. */
export type TakeLetter = (
  accountId: AccountId,
  letter: { content: string; pictures: readonly LetterFile[] },
) => Promise<{ content: string; files: ComposeFile[] }>

/** Signatures, templates, papers and their pictures. */
export function letterRoutes(http: Http, letters: LetterParts, takeLetter: TakeLetter): void {
  letterPictureRoutes(http, letters.letterPictures)
  signatureRoutes(http, { ...letters, takeLetter })
  templateRoutes(http, { ...letters, takeLetter })
}
