import { expect, it } from 'vitest'
import { fileNameOf, fileType, insertablePicture, isRefusedName, suffixList } from './file-rules.ts'

const refused = suffixList('exe,.bat, JS')

it.each([
  'a.exe',
  'a.exe.',
  'a.ExE',
  'a.exe\u202e',
  'a.exe ',
  'a.exe...',
  'a.exe::$DATA',
  'a.ｅｘｅ',
  'a\u200b.ex\u200be',
  '../../x.bat',
  'C:\\temp\\x.js',
])('COMPOSE-15 refuses the file name %j', (name) => {
  expect(isRefusedName(name, refused)).toBe(true)
})

it.each(['exe', 'a.exe.txt', 'a.json', '报告.pdf', 'noextension'])(
  'COMPOSE-15 lets the file name %j pass',
  (name) => {
    expect(isRefusedName(name, name === 'exe' ? ['bat'] : refused)).toBe(false)
  },
)

it('P14 keeps only a name of what the browser calls a file', () => {
  expect(fileNameOf('../../x.txt')).toBe('x.txt')
  expect(fileNameOf('C:\\windows\\报告\r\nBcc: x.txt')).not.toMatch(/[\r\n\\]/)
  expect(fileNameOf('=?utf-8?q?a?=.txt')).not.toContain('=?')
  expect(fileNameOf('')).toBe('file')
  // NFD and NFC are one name.
  expect(fileNameOf('e\u0301.txt')).toBe('\u00e9.txt')
})

it('COMPOSE-25 knows a picture by its bytes, not by what it is called', () => {
  const png = '89504e470d0a1a0a0000000d494844520000000200000002'
  expect(insertablePicture(Buffer.from(png, 'hex'))).toBe('image/png')
  // One pixel with a palette of two colours, and its end.
  const gif = '47494638396101000100800000000000ffffff2c00000000010001000002024401003b'
  expect(insertablePicture(Buffer.from(gif, 'hex'))).toBe('image/gif')
  // A key frame of 2 × 2 pixels (RFC 6386 §9.1).
  const webp = Buffer.from('RIFF....WEBPVP8 ....\x10\0\0\x9d\x01\x2a\x02\0\x02\0', 'latin1')
  expect(insertablePicture(webp)).toBe('image/webp')
  expect(insertablePicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'))).toBeNull()
  expect(insertablePicture(Buffer.from('MZ'))).toBeNull()
})

it('T26 never puts an odd type into a header', () => {
  expect(fileType('text/plain\r\nX: y')).toBe('application/octet-stream')
  expect(fileType('multipart/mixed; boundary=x')).toBe('application/octet-stream')
  expect(fileType('IMAGE/PNG; name=x')).toBe('image/png')
})
