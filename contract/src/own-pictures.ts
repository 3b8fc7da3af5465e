import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { limits } from './limits.ts'

/** A picture of a signature, a letter template or a letter paper; texts show it as `cid:<contentId>`. */
export const ownPicture = z.object({
  pictureId: z.number(),
  contentId: z.string(),
  /** Signed for an hour. */
  url: z.string(),
})
export type OwnPicture = z.infer<typeof ownPicture>

export const ownPictures = {
  upload: endpoint({
    id: 'E138',
    method: 'POST',
    path: 'file/uploadCustomPicture',
    summary: 'Upload a picture for a signature or a template (multipart field `file`, at most 2M)',
    guard: 'session',
    member: 'full',
    kind: 'upload',
    bodyLimit: limits.picture + 64 * 1024,
    reply: ownPicture,
    errors: [
      'upload.picture-too-big',
      'upload.empty',
      'upload.not-picture',
      'picture.too-many',
      'request.invalid',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  show: endpoint({
    id: 'E57',
    method: 'GET',
    path: 'file/showCustomPicture/{id}',
    summary:
      'A picture of a signature, a template or a paper; the id is a signed ticket that only its owner is given',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ id: text(900).min(1) }),
    reply: nothing,
    errors: ['link.invalid'],
  }),
}
