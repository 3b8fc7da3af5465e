/** Loaded when a passkey is asked for. */
export { bySecondPasskey } from './ceremony.ts'
