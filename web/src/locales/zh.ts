/** One file per feature: `./zh/<feature>.json`. */
export const files = import.meta.glob<Record<string, unknown>>('./zh/*.json', {
  eager: true,
  import: 'default',
})
