/** Text found in one attachment. */
export interface FileText {
  name: string
  text: string
}

export type Kind = 'pdf' | 'office' | 'zip' | 'html' | 'text' | 'mail' | 'tnef'

const kinds: [Kind, RegExp][] = [
  ['pdf', /\.pdf$|^application\/(?:x-)?pdf$/],
  [
    'office',
    /\.(?:docx|docm|dotx|xlsx|xlsm|pptx|pptm|ppsx|odt|ods|odp)$|openxmlformats|opendocument/,
  ],
  ['zip', /\.(?:zip|jar)$|^application\/(?:x-)?zip/],
  ['html', /\.(?:html?|xhtml)$|^text\/html$/],
  ['mail', /\.eml$|^message\/(?:rfc822|global)$/],
  ['tnef', /^winmail\.dat$|ms-tnef/],
  ['text', /\.(?:txt|csv|tsv|log|md|json|xml|ics|vcf|ya?ml|ini|sql)$|^text\//],
]

/** By name first: many programs send everything as application/octet-stream. */
export function kindOf({ filename, type }: { filename: string; type: string }): Kind | null {
  const name = filename.toLowerCase()
  const byName = kinds.find(([, pattern]) => pattern.test(name))
  return (byName ?? kinds.find(([, pattern]) => pattern.test(type)))?.[0] ?? null
}

/** True for the kinds of files that are read. */
export const mayHoldText = (file: { filename: string; type: string }): boolean =>
  kindOf(file) !== null
