/** What HTML of a mail may hold, beside DOMPurify's own list of harmless HTML. */

/** Forbidden though DOMPurify would allow some of them: they load, submit, play, nest or redirect. */
export const forbiddenTags =
  `svg math form input button select option optgroup textarea fieldset legend label datalist output
  progress meter keygen audio video source track picture canvas embed object param applet iframe frame
  frameset noframes link meta base template slot dialog noscript noembed xmp plaintext listing portal
  marquee bgsound command menuitem fencedframe selectedcontent search nav script title`
    .split(/\s+/)
    .filter(Boolean)

/** Attributes that load something, reach outside the mail or the frame, or could name our own elements. */
export const forbiddenAttributes =
  `srcset imagesrcset imagesizes sizes background poster dynsrc lowsrc longdesc cite ping action
  formaction data codebase classid archive icon manifest profile usemap ismap srcdoc src-set xlink:href
  download target rel nonce integrity crossorigin referrerpolicy loading decoding fetchpriority
  attributionsrc elementtiming autofocus tabindex accesskey contenteditable draggable is slot part
  exportparts popover popovertarget popovertargetaction command commandfor inert controls autoplay
  itemscope itemtype itemid itemprop itemref role for form list hidden`
    .split(/\s+/)
    .filter(Boolean)

/** Attributes that can make a browser ask somebody for something; counted for the banner. */
export const loadingAttributes = [
  'src',
  'srcset',
  'background',
  'poster',
  'data',
  'dynsrc',
  'lowsrc',
  'imagesrcset',
  'xlink:href',
]

/** A pixel image inside the mail itself. SVG is left out: it is a document, not a picture. */
const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp|bmp|avif|x-icon|vnd\.microsoft\.icon)[;,]/i

/** Where `<img src>` may point: parts of the mail, or the picture itself. */
export const isOwnPicture = (src: string): boolean =>
  /^cid:/i.test(src.trim()) || dataPicture.test(src.trim())

/** Links lead to the web, to an address, to a phone or inside the mail. Relative ones would lead into our app. */
export const isSafeHref = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|#)/i.test(href.trim())

/** True when a browser would go and fetch it. */
export const isRemote = (value: string): boolean =>
  /^\s*(?:(?:https?|ftp):|[\\/]{2})/i.test(value) || /,\s*https?:/i.test(value)

/** The identifier in `cid:…`, as attachments carry it. */
export function contentIdOf(src: string): string {
  const raw = src.trim().slice('cid:'.length)
  try {
    return bareContentId(decodeURIComponent(raw))
  } catch {
    return bareContentId(raw)
  }
}

export const bareContentId = (id: string): string => id.trim().replace(/^<|>$/g, '').toLowerCase()
