import { pinyin } from 'pinyin-pro'

export { pinyin }

/** The first word makes the dictionary's tree, which takes a tenth of a second: before anybody is served, not while. */
export const preparePinyin = (): void => void pinyin('鸿雁')
