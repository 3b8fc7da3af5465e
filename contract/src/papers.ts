/** How a built-in letter paper looks: plain colours and borders, which every mail program draws. */
export interface PaperLook {
  id: string
  /** Around the sheet. */
  page: string
  /** Under the text. */
  sheet: string
  ink: string
  /** CSS borders of the sheet. */
  border: string
  top: string
  bottom: string
  /** Text of the small line under the mail; '' for none. */
  foot: string
  footInk: string
}

const plain = { ink: '#2b2f36', foot: '', footInk: '#8a8f98' }

/** Letter papers of ours. Ids are kept in drafts: they are never changed. */
export const builtInPapers: readonly PaperLook[] = [
  {
    ...plain,
    id: 'plain',
    page: '#f3f5f7',
    sheet: '#ffffff',
    border: '1px solid #dde3e8',
    top: '1px solid #dde3e8',
    bottom: '1px solid #dde3e8',
  },
  {
    ...plain,
    id: 'rice',
    page: '#efe6d2',
    sheet: '#fbf6ea',
    ink: '#3d3427',
    border: '1px solid #d9c9a5',
    top: '4px double #b79a63',
    bottom: '4px double #b79a63',
  },
  {
    ...plain,
    id: 'goose',
    page: '#e4eef2',
    sheet: '#ffffff',
    border: '1px solid #c9dbe3',
    top: '6px solid #11617a',
    bottom: '1px solid #c9dbe3',
    foot: '鸿雁传书',
    footInk: '#5b7f8d',
  },
  {
    ...plain,
    id: 'bamboo',
    page: '#e3ecdc',
    sheet: '#f8fbf4',
    ink: '#2c3a2a',
    border: '1px solid #bfd1b1',
    top: '2px solid #6d9257',
    bottom: '6px solid #6d9257',
  },
  {
    ...plain,
    id: 'plum',
    page: '#f7e7e9',
    sheet: '#fffafa',
    ink: '#3f2a2f',
    border: '1px dashed #d9a3ad',
    top: '1px dashed #d9a3ad',
    bottom: '1px dashed #d9a3ad',
  },
  {
    ...plain,
    id: 'festive',
    page: '#b3262b',
    sheet: '#fff8ee',
    ink: '#4a1d16',
    border: '3px solid #e4b55a',
    top: '3px solid #e4b55a',
    bottom: '3px solid #e4b55a',
  },
]
