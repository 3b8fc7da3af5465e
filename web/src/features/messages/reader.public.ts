/** The layers that foreign HTML is shown through, for other features that show some. */
export { fillFrame } from './reader/frame/fill-frame.ts'
export { fitFrame } from './reader/frame/fit-frame.ts'
export { frameDocument } from './reader/frame/frame-document.ts'
export { sightOf } from './reader/frame/hidden-text.ts'
export { fillPictures, takePictures } from './reader/frame/inline-pictures.ts'
export { markLinks } from './reader/frame/mark-links.ts'
export { sanitizeMail } from './reader/frame/sanitize-html.ts'
