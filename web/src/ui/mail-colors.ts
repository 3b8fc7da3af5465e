/** A colour that a letter takes along: written out, since no token of ours reaches where it is read. */
export interface MailColor {
  id: string
  value: string
}

/** Colours that stay readable on white (4.5:1) … */
export const textColors: MailColor[] = [
  { id: 'black', value: '#1d2733' },
  { id: 'gray', value: '#66727f' },
  { id: 'red', value: '#c0271d' },
  { id: 'orange', value: '#b3500b' },
  { id: 'gold', value: '#8a6100' },
  { id: 'green', value: '#1f7a3d' },
  { id: 'teal', value: '#0f7480' },
  { id: 'blue', value: '#1a5fc4' },
  { id: 'purple', value: '#7a3fc0' },
  { id: 'pink', value: '#b52a72' },
]

/** … and pale ones on which black text does. */
export const highlightColors: MailColor[] = [
  { id: 'yellow', value: '#fff3a3' },
  { id: 'lightGray', value: '#e6eaee' },
  { id: 'lightRed', value: '#ffd9d5' },
  { id: 'orange', value: '#ffe0bd' },
  { id: 'lightGreen', value: '#d3f0d9' },
  { id: 'teal', value: '#cdeff0' },
  { id: 'lightBlue', value: '#d4e5fd' },
  { id: 'lightPurple', value: '#e9dcfb' },
  { id: 'pink', value: '#fbd8ea' },
  { id: 'gray', value: '#c9d2da' },
]

/** An empty sheet where a picture is not drawn. */
export const sheetColor = '#f0f3f5'
