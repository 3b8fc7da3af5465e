/** Loaded with the first mail that is S/MIME. */
export { EncryptedPanel } from './encrypted-panel.tsx'
export { SignatureNote } from './signature-note.tsx'
