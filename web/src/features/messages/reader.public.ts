/** The layers that foreign HTML is shown through, for other features that show some. */
export { fitFrame } from './reader/fit-frame.ts'
export { frameDocument } from './reader/frame-document.ts'
export { fillPictures, isShownInline, takePictures } from './reader/inline-pictures.ts'
export { markLinks } from './reader/mark-links.ts'
export { sanitizeMail } from './reader/sanitize-html.ts'
