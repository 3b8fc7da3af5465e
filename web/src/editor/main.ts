import { refuseOtherHtml } from '../lib/trusted.ts'
import type { MountEditor } from './editor-api.ts'
import { mountEditor } from './mount-editor.ts'

refuseOtherHtml()
// The parent window is of the same origin and takes it from here when the frame has loaded.
window.mountHongyanEditor = mountEditor satisfies MountEditor
