export { ComposeDeck, composerAhead, useOwnTags } from './compose-deck.tsx'
export {
  type ComposeTag,
  endTag,
  moveTag,
  pathOfTag,
  rememberHome,
  useComposeTags,
} from './compose-tags.ts'
export { keepTags } from './kept-tags.ts'
export { useTagOfAddress } from './use-tag-of-address.ts'
