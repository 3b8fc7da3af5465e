import { limits } from '@hongyan/contract/limits'
import { ownPictures as contract } from '@hongyan/contract/own-pictures'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import { asPicture } from '../../platform/http/upload.ts'
import type { OwnPictures } from './own-pictures.service.ts'

/** E57, E138. */
export function ownPictureRoutes(http: Http, pictures: OwnPictures): void {
  http.bind(contract.upload, async ({ caller, file }) => {
    const given = await asPicture(() => file(limits.picture))
    return pictures.described(caller.accountId, await pictures.add(caller.accountId, given))
  })
  http.bind(contract.show, async ({ params }) => {
    const { bytes, type } = await pictures.open(params.id)
    return {
      bytes,
      headers: { ...untrustedFileHeaders, 'Content-Type': type, 'Content-Disposition': 'inline' },
    }
  })
}
