/** The text and the files of a mail as the reader draws them, for other features that open one. */
export { AttachmentCards } from './reader/attachments/attachment-cards.tsx'
export { AttachmentStrip } from './reader/attachments/attachment-strip.tsx'
export { listedOf } from './reader/frame/pictures/inline-pictures.ts'
export { ReaderBody } from './reader/reader-body.tsx'
