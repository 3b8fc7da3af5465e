export { createSettings, type Settings } from './settings.service.ts'
