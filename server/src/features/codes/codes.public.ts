export { createCodeMails } from './code-mail.ts'
export { type Codes, createCodes } from './codes.service.ts'
export { createSmsGateway, type SmsConfig } from './sms-gateway.ts'
