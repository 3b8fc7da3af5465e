const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const OTHERS =
  'amp 26 lt 3c gt 3e quot 22 apos 27 OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2c6 tilde 2dc Alpha 391 Beta 392 Gamma 393 Delta 394 Omega 3a9 alpha 3b1 beta 3b2 gamma 3b3 delta 3b4 epsilon 3b5 lambda 3bb mu 3bc pi 3c0 sigma 3c3 omega 3c9 ensp 2002 emsp 2003 thinsp 2009 zwnj 200c zwj 200d lrm 200e rlm 200f ndash 2013 mdash 2014 lsquo 2018 rsquo 2019 sbquo 201a ldquo 201c rdquo 201d bdquo 201e dagger 2020 Dagger 2021 bull 2022 hellip 2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203a oline 203e frasl 2044 euro 20ac image 2111 trade 2122 larr 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 forall 2200 part 2202 exist 2203 empty 2205 isin 2208 prod 220f sum 2211 minus 2212 radic 221a infin 221e cap 2229 cup 222a int 222b asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 loz 25ca spades 2660 clubs 2663 hearts 2665 diams 2666 checkmark 2713 NewLine a Tab 9 num 23 dollar 24 percnt 25 lpar 28 rpar 29 ast 2a plus 2b comma 2c period 2e sol 2f colon 3a semi 3b equals 3d quest 3f commat 40 lsqb 5b bsol 5c rsqb 5d lowbar 5f grave 60 lcub 7b vert 7c verbar 7c rcub 7d hyphen 2010 ZeroWidthSpace 200b NoBreak 2060 af 2061 ApplyFunction 2061 it 2062 InvisibleTimes 2062 ic 2063 InvisibleComma 2063 NegativeThinSpace 200b NegativeMediumSpace 200b NegativeThickSpace 200b NegativeVeryThinSpace 200b'
/** HTML reads &#128; to &#159; as Windows-1252. */
const C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** The longest name above and some room; an '&' is never looked at further. */
const LONGEST = 24

const NAMES = nameTable()

/** Character references of HTML text: all numeric ones and the names that occur in mail; others stay as they are. Linear. */
export function decodeEntities(text: string): string {
  let amp = text.indexOf('&')
  if (amp === -1) return text
  let out = ''
  let from = 0
  while (amp !== -1) {
    const found = text.charAt(amp + 1) === '#' ? numeric(text, amp + 2) : named(text, amp + 1)
    if (found !== null) {
      out += text.slice(from, amp) + found.character
      from = found.end
    }
    amp = text.indexOf('&', Math.max(from, amp + 1))
  }
  return out + text.slice(from)
}

type Reference = { character: string; end: number }

function named(text: string, from: number): Reference | null {
  const match = /^[a-z]+\d{0,2}/i.exec(text.slice(from, from + LONGEST))
  if (match === null) return null
  const character = NAMES.get(match[0])
  const hasSemicolon = text.charAt(from + match[0].length) === ';'
  // Without the semicolon only the old names count (&nbsp &amp), as in browsers.
  if (character === undefined || (!hasSemicolon && character.charCodeAt(0) > 255)) return null
  return { character, end: from + match[0].length + (hasSemicolon ? 1 : 0) }
}

function numeric(text: string, from: number): Reference | null {
  const match = /^(?:x0*([0-9a-f]{1,10})|0*(\d{1,10}))(;?)/i.exec(text.slice(from, from + LONGEST))
  if (match === null) return null
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  return { character: fromCode(code), end: from + match[0].length }
}

function fromCode(code: number): string {
  if (code >= 128 && code < 160) return C1.charAt(code - 128)
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isScalar ? String.fromCodePoint(code) : '\ufffd'
}

function nameTable(): Map<string, string> {
  const table = new Map<string, string>()
  for (const [index, name] of LATIN1.split(' ').entries()) {
    table.set(name, String.fromCharCode(160 + index))
  }
  const others = OTHERS.split(' ')
  for (let i = 0; i + 1 < others.length; i += 2) {
    table.set(others[i] ?? '', String.fromCharCode(Number.parseInt(others[i + 1] ?? '', 16)))
  }
  return table
}
