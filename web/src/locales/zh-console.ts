/** The texts of the console, which no page of the mail loads. */
export const files = import.meta.glob<Record<string, unknown>>('./zh/{console,console-*}.json', {
  eager: true,
  import: 'default',
})
