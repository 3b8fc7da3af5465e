export { createCodeMails } from './code-mail.ts'
export { type Codes, createCodes } from './codes.service.ts'
export { canTellNews, createSmsGateway, type SmsConfig, type SmsGateway } from './sms-gateway.ts'
