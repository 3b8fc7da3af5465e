import type { ComposeFile } from '@hongyan/contract/compose'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId } from '../../platform/ids.ts'
import { ownPictureRoutes } from './own-pictures.routes.ts'
import type { OwnTextFile } from './own-pictures.service.ts'
import type { OwnTexts } from './own-texts.service.ts'
import { signatureRoutes } from './signatures.routes.ts'
import { templateRoutes } from './templates.routes.ts'

/** Makes the pictures of an own text files of a mail. */
export type TakeOwnText = (
  accountId: AccountId,
  ownText: { content: string; pictures: readonly OwnTextFile[] },
) => Promise<{ content: string; files: ComposeFile[] }>

/** Signatures, templates, papers and their pictures. */
export function ownTextRoutes(http: Http, ownTexts: OwnTexts, takeOwnText: TakeOwnText): void {
  ownPictureRoutes(http, ownTexts.ownPictures)
  signatureRoutes(http, { ...ownTexts, takeOwnText })
  templateRoutes(http, { ...ownTexts, takeOwnText })
}
