export { createCodeMails } from './code-mail.ts'
export { type Codes, createCodes } from './codes.service.ts'
export { createSmsGateway } from './sms-gateway.ts'
