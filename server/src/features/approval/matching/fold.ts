import { normalForm } from '@hongyan/contract/normal-form'

/** What takes no room: zero-width letters, fillers, marks on letters (but of kana, which change them), control characters. */
const unseen =
  /(?:\p{Default_Ignorable_Code_Point}|\p{Cf}|(?![\u3099\u309a])[\p{Mn}\p{Me}]|(?!\s)\p{Cc}|\ufffd)+/gu

/** Letters that look like Latin ones, in lower case and in its order: Cyrillic, Greek, Armenian, phonetic, small capitals. */
const looks = new Map<string, string>()
for (const [latin, others] of Object.entries({
  ...{ a: 'аαɑᴀ', b: 'вβʙ', c: 'сᴄϲ', d: 'ԁᴅ', e: 'еεᴇ', f: 'ꜰ', g: 'ɡɢց', h: 'һнհʜ' },
  ...{ i: 'іιıɪ', j: 'јᴊϳ', k: 'кκᴋ', l: 'ӏʟ', m: 'мᴍ', n: 'ɴո', o: 'оοօᴏ', p: 'рρᴘ' },
  ...{ q: 'ԛ', r: 'ʀ', s: 'ѕꜱ', t: 'тτᴛ', u: 'սυᴜ', v: 'ѵνᴠ', w: 'ԝᴡ', x: 'хχ', y: 'уʏ', z: 'ᴢ' },
}))
  for (const one of others) looks.set(one, latin)
/** Capitals of Cherokee, Lisu and Coptic that are those of Latin, each behind the letter that it looks like. */
const capitals =
  'aᎪbᏴcᏟdᎠeᎬgᏀhᎻiᎥjᎫkᏦlᏞmᎷpᏢrᎡrᏒsᏚtᎢvᏙwᎳyᎩzᏃ' +
  'aꓮbꓐcꓚdꓓeꓰfꓝgꓖhꓧiꓲjꓙkꓗlꓡmꓟnꓠoꓳpꓑrꓣsꓢtꓔuꓴvꓦwꓪxꓫyꓬzꓜ' +
  'aⲀbⲂcⲤhⲎiⲒkⲔmⲘnⲚoⲞpⲢtⲦyⲨxⲬ'
for (let at = 0; at < capitals.length; at += 2)
  looks.set((capitals[at + 1] ?? '').toLowerCase(), capitals[at] ?? '')
/** Letters in circles, in boxes and of flags. */
for (const first of [0x1f150, 0x1f170, 0x1f1e6])
  for (let at = 0; at < 26; at++)
    looks.set(String.fromCodePoint(first + at), String.fromCharCode(97 + at))
const lookAlikes = new RegExp(`[${[...looks.keys()].join('')}]`, 'gu')

/**
 * Text as rules read it: full-width and other forms of a letter are one (NFKC), as are letters with and without marks and
 * those that look alike; case does not count, and what is invisible is not there.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(asciiUnseen, '').replace(/\s+/g, ' ')
  const letters = usual.test(text)
    ? normalForm(text, 'NFKC').toLowerCase().replace(asciiUnseen, '')
    : normalForm(
        normalForm(text, 'NFKD')
          .toLowerCase()
          .replace(unseen, '')
          .replace(lookAlikes, (one) => looks.get(one) ?? one),
        'NFC',
      )
  return letters.replace(/\s+/gu, ' ')
}

/** What parts words for who reads it, though it takes no letter's place: fillers, breaks that are none, and signs behind a word. */
const between = /(?:[\u115f\u1160\u3164\uffa0\ufffd\p{No}\p{So}]|(?!\s)\p{Cc})+/gu

/** What most text is made of: none of these. */
const together =
  /^[\t-\r -~\u2014\u2018-\u201d\u2026\u3000-\u3003\u3005-\u3011\u3014-\u301f\u4e00-\u9fff\uff01-\uff5e]*$/

/** The same with a space for each of these; null where there is none of them. */
export function foldApart(text: string): string | null {
  if (together.test(text)) return null
  const apart = text.replace(between, ' ')
  return apart === text ? null : fold(apart)
}

/** The same from behind, as it is shown behind a sign that turns the direction; null where there is none. */
export const foldBackwards = (text: string): string | null =>
  text.includes('\u202e') ? fold([...text].reverse().join('')) : null

/** What most Chinese text is made of: nothing in it is unseen, has a mark or looks like another. It is folded in a third of the time. */
const usual =
  /^[\0-\x7f\xa5\xb7\u2014\u2018-\u201d\u2026\u3000-\u3029\u3030\u4e00-\u9fff\uff01-\uff5e\uffe5]*$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const asciiUnseen = /[\0-\x08\x0e-\x1f\x7f]+/g

/** The same, but with its case and its lines: a key is known by them. */
export const shown = (text: string): string =>
  normalForm(text, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|(?!\s)\p{Cc}/gu, '')

/** Letters and digits alone: Chinese words are found through spaces, line ends and dots. */
export const tight = (folded: string): string =>
  folded.replace(isAscii(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')

/** Of it nothing has another form, and it is looked through in a tenth of the time. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)
