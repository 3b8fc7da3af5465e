export { AuthorisedPanel } from './authorised-panel.tsx'
