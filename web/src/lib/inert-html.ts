/** What a parser's document already fetches for, or what changes where it fetches from, by what it is read as instead. */
const inertNames: Record<string, string> = {
  video: 'hongyan-none',
  audio: 'hongyan-none',
  object: 'hongyan-none',
  source: 'wbr',
  track: 'wbr',
  embed: 'wbr',
  base: 'meta',
}
const loading = new RegExp(`<(/?)(${Object.keys(inertNames).join('|')})(?=[\\s/>])`, 'gi')

/** So the page's policy is not the only thing between them and the network, before anything is parsed (F11). Not safe yet. */
export const inertHtml = (unsafeHtml: string): string =>
  unsafeHtml.replace(
    loading,
    (_, end: string, name: string) => `<${end}${inertNames[name.toLowerCase()]}`,
  )
