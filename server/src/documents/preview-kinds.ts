/** How a file is shown. */
export type PreviewKind =
  | 'picture'
  | 'pdf'
  | 'table'
  | 'text'
  | 'html'
  | 'word'
  | 'excel'
  | 'slides'
  | 'message'
  | 'tnef'

const office = 'application/vnd.openxmlformats-officedocument.'
const byType: Record<string, PreviewKind> = {
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'image/bmp': 'picture',
  'application/pdf': 'pdf',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/calendar': 'text',
  'text/vcard': 'text',
  'text/html': 'html',
  'application/json': 'text',
  'message/rfc822': 'message',
  'message/global': 'message',
  'message/delivery-status': 'text',
  'message/disposition-notification': 'text',
  'text/rfc822-headers': 'text',
  'application/ms-tnef': 'tnef',
  'application/vnd.ms-tnef': 'tnef',
  [`${office}wordprocessingml.document`]: 'word',
  [`${office}spreadsheetml.sheet`]: 'excel',
  [`${office}presentationml.presentation`]: 'slides',
}
const bySuffix: Record<string, PreviewKind> = {
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  webp: 'picture',
  bmp: 'picture',
  pdf: 'pdf',
  csv: 'table',
  tsv: 'table',
  txt: 'text',
  md: 'text',
  log: 'text',
  json: 'text',
  xml: 'text',
  svg: 'text',
  ics: 'text',
  vcf: 'text',
  html: 'html',
  htm: 'html',
  eml: 'message',
  docx: 'word',
  xlsx: 'excel',
  pptx: 'slides',
}

/** By type, and where that says nothing (octet-stream is what many clients call everything) by the end of the name. */
export function previewKind(name: string, type: string): PreviewKind | null {
  const suffix = /\.([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  if (name.toLowerCase() === 'winmail.dat') return 'tnef'
  return byType[type.toLowerCase()] ?? bySuffix[suffix] ?? null
}
