// The rich editor for other texts than mails: signatures and letter templates.
export { BodyEditor } from './body-editor.tsx'
export { EditorToolbar } from './editor-toolbar.tsx'
export { LinkDialog } from './link-dialog.tsx'
