// Doors of their own: each is loaded when its page is opened.
export { LinkPage } from './reader/link-page.tsx'
export { PrintScreen } from './reader/print-screen.tsx'
export { ReadingSection } from './reader/reading-section.tsx'
