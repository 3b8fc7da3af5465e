// The rich editor for other texts than mails: signatures and letter templates.
export { BodyEditor } from './body-editor.tsx'
export { EditorToolbar } from './editor-toolbar.tsx'
export { noFormat } from './no-format.ts'
export { useLinkDialog } from './use-link-dialog.tsx'
