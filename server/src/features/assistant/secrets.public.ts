export { countSecrets } from './mail/secrets.ts'
