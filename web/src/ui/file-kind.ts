import { iconCalendar, iconFileText, iconMail } from './icons.ts'
import { iconFile, iconImage, iconMedia, iconSheet, iconZip } from './icons-later.ts'

interface FileKind {
  icon: string
  color: string
}

/** By type or by ending; the first that fits. */
const kinds: readonly [RegExp, RegExp, FileKind][] = [
  [
    /^image\//i,
    /\.(png|jpe?g|gif|webp|bmp|tiff?|heic|svg)$/i,
    { icon: iconImage, color: 'var(--file-picture)' },
  ],
  [
    /sheet|excel|csv/i,
    /\.(xlsx?|csv|et|ods|numbers)$/i,
    { icon: iconSheet, color: 'var(--file-sheet)' },
  ],
  [
    /zip|rar|7z|tar|gzip/i,
    /\.(zip|rar|7z|tar|gz|tgz)$/i,
    { icon: iconZip, color: 'var(--file-zip)' },
  ],
  [
    /^(audio|video)\//i,
    /\.(mp3|mp4|mov|avi|wav|m4a|mkv|webm)$/i,
    { icon: iconMedia, color: 'var(--file-media)' },
  ],
  [/calendar/i, /\.ics$/i, { icon: iconCalendar, color: 'var(--file-mail)' }],
  [/rfc822/i, /\.eml$/i, { icon: iconMail, color: 'var(--file-mail)' }],
  [/pdf/i, /\.pdf$/i, { icon: iconFileText, color: 'var(--file-pdf)' }],
  [
    /word|presentation|powerpoint|text/i,
    /\.(docx?|pptx?|txt|md|rtf|wps|odt)$/i,
    { icon: iconFileText, color: 'var(--file-text)' },
  ],
]

const other: FileKind = { icon: iconFile, color: 'var(--file)' }

/** How a file is drawn. @param type media type, where it is known */
export const fileKind = (name: string, type = ''): FileKind =>
  kinds.find(([ofType, ofName]) => ofType.test(type) || ofName.test(name))?.[2] ?? other
