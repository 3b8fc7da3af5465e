/**
 * Hostile messages (threat T31). Each kind can be made in any size: `make(1)` is the size that is promised to parse within
 * a second, `make(2)` is twice that, to see that time grows in step.
 */
export type Bomb = { name: string; make(scale: number): Uint8Array }

const HEAD = 'From: a@x.test\r\nTo: b@x.test\r\nSubject: t\r\nMIME-Version: 1.0\r\n'
const MIXED = `${HEAD}Content-Type: multipart/mixed; boundary="b"\r\n\r\n`
const OCTETS = `${HEAD}Content-Type: application/x-a\r\nContent-Transfer-Encoding: `

/** The kinds, by name. */
export const bombs: Bomb[] = [
  bomb('nested multiparts', (n) => nestedMultiparts(1000 * n)),
  bomb('flat parts', (n) => `${MIXED}${'--b\r\n\r\nx\r\n'.repeat(100_000 * n)}--b--\r\n`),
  bomb('flat attachments', (n) => `${MIXED}${attachment().repeat(20_000 * n)}--b--\r\n`),
  bomb('many headers', (n) => `${HEAD}${list(100_000 * n, (i) => `X-${i}: v\r\n`)}\r\nx`),
  bomb('many To headers', (n) => `${HEAD}${'To: c@x.test\r\n'.repeat(100_000 * n)}\r\nx`),
  bomb('one long header', (n) => `Subject: ${'a'.repeat((10 * n) << 20)}\r\n\r\nx`),
  bomb('header folded often', (n) => `Subject: a\r\n${' b\r\n'.repeat(500_000 * n)}\r\nx`),
  bomb('encoded-words', (n) => `Subject: ${'=?utf-8?B?YQ==?= '.repeat(200_000 * n)}\r\n\r\nx`),
  bomb('open encoded-words', (n) => `Subject: ${'=?utf-8?Q?a'.repeat(200_000 * n)}\r\n\r\nx`),
  bomb(
    'base64 garbage',
    (n) => `${OCTETS}base64\r\n\r\n${`${'!@#$'.repeat(19)}\r\n`.repeat(270_000 * n)}`,
  ),
  bomb('one long line', (n) => `${HEAD}\r\n${'a'.repeat((20 * n) << 20)}`),
  html('deep HTML', (n) => `${'<div>'.repeat(200_000 * n)}x`),
  html('HTML attributes', (n) => `<p ${list(200_000 * n, (i) => `a${i}=1 `)}>x`),
  html('HTML tables', (n) => `${'<table><tr><td>'.repeat(3000 * n)}x`),
  bomb('flowed quotes', (n) => flowed('> \r\n'.repeat(1_000_000 * n))),
  bomb(
    'empty boundary',
    (n) =>
      `${HEAD}Content-Type: multipart/mixed; boundary=""\r\n\r\n${'--\r\n\r\nx\r\n'.repeat(50_000 * n)}`,
  ),
  bomb('boundary is a prefix', (n) => MIXED + list(20_000 * n, (i) => `--b${i}\r\n\r\nx\r\n`)),
  bomb(
    'bogus charset',
    (n) => `${HEAD}Content-Type: text/plain; charset="${'x'.repeat(1_000_000 * n)}"\r\n\r\nx`,
  ),

  bomb(
    'nested messages',
    (n) =>
      `${HEAD}${'Content-Type: message/rfc822\r\n\r\nFrom: a@x.test\r\n'.repeat(50_000 * n)}\r\nhi\r\n`,
  ),
  bomb('nested groups', (n) => `From: a@x.test\r\nCc: ${'a:'.repeat(75_000 * n)}\r\n\r\nx`),
  bomb(
    'RFC 2231 pieces',
    (n) =>
      `${HEAD}Content-Type: text/plain;${list(100_000 * n, (i) => `\r\n name*${i}*=%41;`)}\r\n\r\nx`,
  ),
  bomb(
    'RFC 2231 in many parts',
    (n) =>
      MIXED +
      list(
        900,
        () =>
          `--b\r\nContent-Type: a/b;${list(200 * n, (i) => `\r\n name*${i}*=%41;`)}\r\n\r\nx\r\n`,
      ),
  ),
  bomb(
    'many addresses in one header',
    (n) => `From: a@x.test\r\nTo: ${'"n" <c@x.test>, '.repeat(100_000 * n)}\r\n\r\nx`,
  ),
  bomb('nested comments', (n) => `From: ${'('.repeat(100_000 * n)}a@x.test\r\n\r\nx`),
  bomb('comments in every header', (n) =>
    list(2000 * n, () => `From: ${'(('.repeat(60)}a@x.test\r\n`),
  ),
  bomb(
    'open quotes and brackets',
    (n) => `From: ${'"<('.repeat(50_000 * n)}\r\nTo: ${'<"'.repeat(30_000)}\r\n\r\nx`,
  ),
  bomb('base64 in one line', (n) => `${OCTETS}base64\r\n\r\n${'QUJD'.repeat(5_000_000 * n)}`),
  bomb(
    'soft line breaks',
    (n) =>
      `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n'.repeat(3_000_000 * n)}`,
  ),
  bomb(
    'quoted-printable blanks',
    (n) =>
      `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${`=${' '.repeat(90)}`.repeat(100_000 * n)}`,
  ),
  bomb('bare CR and LF', (n) => `${HEAD}\r\n${'\r\n\n\r\r'.repeat(2_000_000 * n)}`),
  bomb('NUL bytes', (n) => `${HEAD}\r\n${'\0'.repeat(10_000_000 * n)}`),
  bomb('NUL bytes in the header', (n) => `Subject: ${'\0'.repeat(5_000_000 * n)}\r\n\r\nx`),
  bomb(
    'almost boundaries',
    (n) => `${deepHead(50, 'c'.repeat(60))}${`--${'c'.repeat(62)}\r\n`.repeat(200_000 * n)}`,
  ),
  bomb('same boundary everywhere', (n) => `${deepHead(50, '')}${'--z\r\n'.repeat(1_000_000 * n)}`),
  bomb('dashes', (n) => `${MIXED}${'--\n'.repeat(4_000_000 * n)}`),
  bomb(
    'message ids',
    (n) =>
      `References: ${'<a@b> '.repeat(100_000 * n)}\r\nIn-Reply-To: ${'<'.repeat(500_000 * n)}\r\n\r\nx`,
  ),
  bomb(
    'wrong UTF-7',
    (n) => `${HEAD}Content-Type: text/plain; charset=utf-7\r\n\r\n${'+A'.repeat(3_000_000 * n)}`,
  ),
  bomb(
    'HZ switches',
    (n) =>
      `${HEAD}Content-Type: text/plain; charset=hz-gb-2312\r\n\r\n${'~{VP~}'.repeat(1_000_000 * n)}`,
  ),
  bomb(
    'uuencoded lines',
    (n) => `${OCTETS}x-uuencode\r\n\r\nbegin 644 a\r\n${'M\r\n'.repeat(2_000_000 * n)}`,
  ),
  bomb(
    'parameters',
    (n) => `${HEAD}Content-Type: text/plain${list(100_000 * n, (i) => `; a${i}="\\"`)}\r\n\r\nx`,
  ),
  html('open comments', (n) => '<!--'.repeat(1_000_000 * n)),
  html(
    'end tags without start',
    (n) => `<i><div>${'<b>'.repeat(500)}${'</i>'.repeat(500_000 * n)}`,
  ),
  html('open style elements', (n) => '<style>a{'.repeat(400_000 * n)),
  html('hidden styles', (n) => '<p style="/*/*display:none;display:none">x'.repeat(80_000 * n)),
  html('cid references', (n) => `<img src=cid:${'a cid:'.repeat(500_000 * n)}>`),
  bomb('parts and cid references', (n) => cidParts(n)),
  bomb('alternatives in each other', (n) => nestedAlternatives(20_000 * n)),
]

function bomb(name: string, text: (scale: number) => string): Bomb {
  return { name, make: (scale) => new Uint8Array(Buffer.from(text(scale), 'latin1')) }
}

function html(name: string, body: (scale: number) => string): Bomb {
  return bomb(name, (scale) => `${HEAD}Content-Type: text/html\r\n\r\n${body(scale)}`)
}

function flowed(body: string): string {
  return `${HEAD}Content-Type: text/plain; format=flowed\r\n\r\n${body}`
}

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join('')
}

function nestedMultiparts(depth: number): string {
  const open = list(
    depth,
    (i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`,
  )
  const close = list(depth, (i) => `--b${depth - 1 - i}--\r\n`)
  return `${HEAD}${open}Content-Type: text/plain\r\n\r\nhi\r\n${close}`
}

function deepHead(depth: number, padding: string): string {
  const name = (i: number): string => (padding === '' ? 'z' : `${padding}${10 + i}`)
  const levels = list(
    depth,
    (i) => `Content-Type: multipart/mixed; boundary=${name(i)}\r\n\r\n--${name(i)}\r\n`,
  )
  return `${HEAD}${levels}\r\n`
}

function attachment(): string {
  return '--b\r\nContent-Type: application/x-a; name="a.bin"\r\nContent-Disposition: attachment; filename="a.bin"\r\n\r\nx\r\n'
}

function cidParts(scale: number): string {
  const page = `--b\r\nContent-Type: text/html\r\n\r\n${'<img src="cid:x@y">'.repeat(200_000 * scale)}\r\n`
  return (
    MIXED +
    page +
    list(900, (i) => `--b\r\nContent-Type: image/png\r\nContent-ID: <${i}@y>\r\n\r\nx\r\n`)
  )
}

function nestedAlternatives(lines: number): string {
  const open = list(
    45,
    (i) => `Content-Type: multipart/alternative; boundary=n${i}\r\n\r\n--n${i}\r\n`,
  )
  const close = list(
    45,
    (i) =>
      `--n${44 - i}\r\nContent-Type: text/html\r\n\r\n${'<p>x'.repeat(lines / 10)}\r\n--n${44 - i}--\r\n`,
  )
  return `${HEAD}${open}Content-Type: text/plain\r\n\r\n${'hi\r\n'.repeat(lines)}${close}`
}
