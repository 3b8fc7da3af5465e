// The rich editor for other texts than mails: signatures and letter templates.
export { BodyEditor } from './text/body-editor.tsx'
export { EditorToolbar } from './text/editor-toolbar.tsx'
export { noFormat } from './text/no-format.ts'
export { useLinkDialog } from './text/use-link-dialog.tsx'
