/** For features that write a text into the mail that is being written. */
export {
  handText,
  openText,
  replaceSelected,
  type TakeBack,
  useOpenText,
  type WrittenText,
} from './text/open-text.ts'
