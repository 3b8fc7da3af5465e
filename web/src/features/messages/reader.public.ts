/** The layers that foreign HTML is shown through, for other features that show some. */

export { sanitizeMail } from './reader/frame/clean/sanitize-html.ts'
export { fillFrame } from './reader/frame/fill-frame.ts'
export { fitFrame } from './reader/frame/fit-frame.ts'
export { frameDocument } from './reader/frame/frame-document.ts'
export { sightOf } from './reader/frame/hidden-text.ts'
export { markLinks } from './reader/frame/mark-links.ts'
export { fillPictures, takePictures } from './reader/frame/pictures/inline-pictures.ts'
export { type PictureRoom, pictureRoom } from './reader/frame/pictures/picture-room.ts'
export { useRoomEnd } from './reader/frame/pictures/use-room-end.ts'
export { useFrameEvents } from './reader/frame/use-frame-events.ts'
export { followLink } from './reader/links/follow-link.ts'
export type { LinkClick } from './reader/links/link-click.ts'
