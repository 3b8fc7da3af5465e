/** What is written in a `data:` address. @throws when it is none */
export function dataBytes(url: string): Uint8Array<ArrayBuffer> {
  const data = url.trim()
  const comma = data.indexOf(',')
  const text = /;base64$/i.test(data.slice(0, comma).trim())
    ? atob(data.slice(comma + 1))
    : decodeURIComponent(data.slice(comma + 1))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
