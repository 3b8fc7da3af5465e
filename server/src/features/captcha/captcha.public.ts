import type { Feature } from '../feature.ts'
import { captchaRoutes } from './captcha.routes.ts'

export { type Captchas, createCaptchas } from './captcha.service.ts'

export const captchaFeature = (parts: Parameters<typeof captchaRoutes>[1]): Feature => ({
  routes: (http) => captchaRoutes(http, parts),
  crons: [
    {
      at: '41 * * * *',
      task: 'sweep-captchas',
      run: async () => void (await parts.captchas.sweep()),
    },
  ],
})
