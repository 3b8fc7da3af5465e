// Doors of their own: each is loaded when its page is opened.
export { LinkPage } from './reader/links/link-page.tsx'
export { PrintScreen } from './reader/print/print-screen.tsx'
export { ReadingSection } from './reader/reading-section.tsx'
