/** One file per feature: `./en/<feature>.json`. */
export const files = import.meta.glob<Record<string, unknown>>('./en/*.json', {
  eager: true,
  import: 'default',
})
