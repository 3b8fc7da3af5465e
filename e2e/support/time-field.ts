import { expect, type Locator } from '@playwright/test'

/** The field of a date and time with this label (web/src/ui/date-time-field.tsx). */
export const timeField = (scope: Pick<Locator, 'getByRole'>, label: string | RegExp): Locator =>
  scope.getByRole('group', { name: label, exact: typeof label === 'string' })

/** Types `2026-03-08T09:30`, or a day alone, as a person does: digit by digit. '' clears it. */
export async function fillTime(field: Locator, value: string): Promise<void> {
  const numbers = value.split(/\D/)
  // What it is made of comes when it is first drawn.
  await field.waitFor()
  for (const [at, part] of (await field.locator('[role=spinbutton]').all()).entries()) {
    await part.focus()
    if (value === '') for (let times = 0; times < 4; times++) await part.press('Backspace')
    else await part.pressSequentially(numbers[at] ?? '')
  }
  await field.page().keyboard.press('Tab')
}

/** What it shows, as `fillTime` takes it. */
export const shownTime = (field: Locator): Promise<string> =>
  field
    .locator('[role=spinbutton]')
    .allTextContents()
    .then((parts) => parts.join('-').replace(/^(\d+-\d+-\d+)-(\d+)-(\d+)$/, '$1T$2:$3'))

export const expectTime = (field: Locator, value: string | RegExp): Promise<void> =>
  typeof value === 'string'
    ? expect.poll(() => shownTime(field)).toBe(value)
    : expect.poll(() => shownTime(field)).toMatch(value)
