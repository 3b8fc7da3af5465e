import { expect } from 'vitest'

/** Of `npm run evals -- --url … --model …`; without one the built-in engine is judged. */
const { EVALS_URL: url, EVALS_MODEL: model = 'default', EVALS_KEY: key = '' } = process.env
const isBuiltIn = url === undefined

/** What the server is told of the model that is judged. */
export const judgedEnvironment = (): Record<string, string> => ({
  HONGYAN_AI_PER_HOUR: '10000',
  ...(isBuiltIn ? {} : { HONGYAN_AI_URL: url, HONGYAN_AI_MODEL: model, HONGYAN_AI_KEY: key }),
})

/** Says what was wrong, and how much was right. A model is measured; the built-in engine must hold what it held. */
export function judge(name: string, wrong: readonly string[], of: number): void {
  const share = (of - wrong.length) / of
  if (process.env.EVALS === 'full')
    process.stdout.write(
      `| ${name} | ${of - wrong.length} of ${of} |\n${wrong.map((one) => `  wrong: ${one}\n`).join('')}`,
    )
  if (isBuiltIn) expect(share, wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
}
