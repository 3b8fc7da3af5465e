import type { Feature } from '../feature.ts'
import { type CaptchaParts, captchaRoutes } from './captcha.routes.ts'

export { type Captchas, createCaptchas } from './captcha.service.ts'

export const captchaFeature = (parts: CaptchaParts): Feature => ({
  routes: (http) => captchaRoutes(http, parts),
  crons: [
    {
      at: '41 * * * *',
      task: 'sweep-captchas',
      run: async () => void (await parts.captchas.sweep()),
    },
  ],
})
