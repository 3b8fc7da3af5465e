/** For features that write a text into the mail that is being written. */
export {
  handText,
  openText,
  type TakeBack,
  useOpenText,
  type WrittenText,
} from './text/open-text.ts'
