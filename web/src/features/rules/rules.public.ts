export { formFromMail, type RuleForm } from './rule-form.ts'
