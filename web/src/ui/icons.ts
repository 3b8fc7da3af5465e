/**
 * The icon set: path data on a 20 × 20 grid, drawn as 1.5 px strokes by `Icon`. One constant each, so
 * that a bundle holds only what it draws.
 */
export const iconInbox =
  'M3 11l2.2-6.3A1.5 1.5 0 0 1 6.6 3.7h6.8a1.5 1.5 0 0 1 1.4 1L17 11v4a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15zM3 11h4l1.2 2.2h3.6L13 11h4'
export const iconSent = 'M17 3L3 8.6l5.4 2.7M17 3l-5.2 14-3.4-5.7M17 3l-8.6 8.3'
export const iconDraft =
  'M11 3.5H5.5A1.5 1.5 0 0 0 4 5v10a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 16 15V9.5M8 12l.5-2.5 6-6 2 2-6 6z'
export const iconTrash =
  'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 10a1.2 1.2 0 0 0 1.2 1h6a1.2 1.2 0 0 0 1.2-1l.8-10M8.3 8.8v4.6M11.7 8.8v4.6'
export const iconJunk = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M5.1 5.1l9.8 9.8'
export const iconArchive =
  'M3 4h14v3.5H3zM4.2 7.5v7.3a1.2 1.2 0 0 0 1.2 1.2h9.2a1.2 1.2 0 0 0 1.2-1.2V7.5M8 10.5h4'
export const iconFolder =
  'M3 15V5.5A1.2 1.2 0 0 1 4.2 4.3h3.6l1.7 2h6.3A1.2 1.2 0 0 1 17 7.5V15a1.2 1.2 0 0 1-1.2 1.2H4.2A1.2 1.2 0 0 1 3 15z'
export const iconMove =
  'M3 15V5.5A1.2 1.2 0 0 1 4.2 4.3h3.6l1.7 2h6.3A1.2 1.2 0 0 1 17 7.5V15a1.2 1.2 0 0 1-1.2 1.2H4.2A1.2 1.2 0 0 1 3 15zM7 11.2h6M10.8 8.9l2.3 2.3-2.3 2.3'
export const iconStar = 'M10 3.2l2.1 4.3 4.7.7-3.4 3.3.8 4.7-4.2-2.2-4.2 2.2.8-4.7-3.4-3.3 4.7-.7z'
export const iconPaperclip =
  'M15.5 9.2l-5.7 5.7a3.5 3.5 0 0 1-5-5l6.2-6.2a2.3 2.3 0 0 1 3.3 3.3l-6.1 6.1a1.1 1.1 0 0 1-1.6-1.6l5.3-5.3'
export const iconReply = 'M8 4.5L3 9.5l5 5M3.5 9.5H11a5.5 5.5 0 0 1 5.5 5.5v1'
export const iconForward = 'M12 4.5l5 5-5 5M16.5 9.5H9A5.5 5.5 0 0 0 3.5 15v1'
export const iconCompose =
  'M9 4H5.5A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16h9a1.5 1.5 0 0 0 1.5-1.5V11M8 12l.5-2.5 6.3-6.3a1.2 1.2 0 0 1 1.7 0l.3.3a1.2 1.2 0 0 1 0 1.7L10.5 11.5z'
export const iconSearch = 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l4 4'
export const iconRefresh = 'M16 4v4h-4M4 16v-4h4M15.6 8A6 6 0 0 0 5 6.3M4.4 12A6 6 0 0 0 15 13.7'
export const iconMailOpen =
  'M3 8.2l7-4.7 7 4.7v7A1.3 1.3 0 0 1 15.7 16.5H4.3A1.3 1.3 0 0 1 3 15.2zM3.2 8.5L10 12.5l6.8-4'
export const iconMail =
  'M4.3 4.5h11.4A1.3 1.3 0 0 1 17 5.8v8.4a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 14.2V5.8a1.3 1.3 0 0 1 1.3-1.3zM3.3 5.5L10 10.5l6.7-5'
export const iconMore = 'M4.5 10h.01M10 10h.01M15.5 10h.01'
export const iconClose = 'M5 5l10 10M15 5L5 15'
export const iconCheck = 'M4 10.5l4 4 8-9'
export const iconChevronDown = 'M5.5 8l4.5 4.5L14.5 8'
export const iconChevronUp = 'M5.5 12l4.5-4.5 4.5 4.5'
export const iconChevronLeft = 'M12 5.5L7.5 10l4.5 4.5'
export const iconChevronRight = 'M8 5.5l4.5 4.5L8 14.5'
export const iconFirst = 'M14 5.5L9.5 10l4.5 4.5M6 5.5v9'
export const iconLast = 'M6 5.5l4.5 4.5L6 14.5M14 5.5v9'
export const iconBack = 'M9 4.5L3.5 10 9 15.5M4 10h13'
export const iconMenu = 'M3 5.5h14M3 10h14M3 14.5h14'
export const iconGlobe =
  'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c2.2 2 3 4.5 3 7s-.8 5-3 7c-2.2-2-3-4.5-3-7s.8-5 3-7'
export const iconLogout =
  'M12.5 6V4.5A1.3 1.3 0 0 0 11.2 3.2H5.3A1.3 1.3 0 0 0 4 4.5v11a1.3 1.3 0 0 0 1.3 1.3h5.9a1.3 1.3 0 0 0 1.3-1.3V14M8.5 10H17M14.5 7.5L17 10l-2.5 2.5'
export const iconImport = 'M10 3.5v9M6.5 9.2L10 12.7l3.5-3.5M3.5 11.5v5h13v-5'
export const iconDownload = 'M10 3.5v9M6.5 9.2L10 12.7l3.5-3.5M4 16.5h12'
export const iconShield =
  'M10 3l5.5 2v4.5c0 3.5-2.3 6-5.5 7.5-3.2-1.5-5.5-4-5.5-7.5V5zM7.5 10l1.8 1.8 3.3-3.5'
export const iconWarning = 'M10 3.5L17.5 16.5h-15zM10 8.3v3.7M10 14.2h.01'
export const iconImportant = 'M10 4v8M10 15.500v.01'
export const iconInfo = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9.3v4.2M10 6.7h.01'
export const iconEye =
  'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4'
export const iconEyeOff =
  'M3 3l14 14M8.3 5.2A7 7 0 0 1 10 5c5 0 7.5 5 7.5 5a13 13 0 0 1-2.2 2.8M12.5 14.6A7 7 0 0 1 10 15c-5 0-7.5-5-7.5-5A13 13 0 0 1 5.6 6.5'
export const iconHome = 'M3.5 9L10 3.5 16.5 9M5 8v8.5h10V8M8.3 16.5V12h3.4v4.5'
export const iconUser = 'M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 16.5c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5'
export const iconClock = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4.3l2.7 1.7'
/** To do: a ring with a tick. */
export const iconTodo = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M6.8 10.2l2.200 2.200 4.200-4.600'
/** How a list looks: rows beside a page. */
export const iconView = 'M3.500 4h13v12h-13zM8.500 4v12M3.500 8h5M3.500 12h5'
/** Manage folders: a folder and a wheel's spokes. */
export const iconManage =
  'M3 15V5.500A1.200 1.200 0 0 1 4.200 4.300h3.600l1.700 2h6.300A1.200 1.200 0 0 1 17 7.500v2M3 15a1.200 1.200 0 0 0 1.200 1.200h4M13.500 11.500l1.400 1.400-4 4-1.900.500.500-1.900zM15.600 9.900l1.400 1.400'
export const iconKeyboard =
  'M3.8 5h12.4A1.3 1.3 0 0 1 17.5 6.3v7.4a1.3 1.3 0 0 1-1.3 1.3H3.8a1.3 1.3 0 0 1-1.3-1.3V6.3A1.3 1.3 0 0 1 3.8 5zM5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M7 12h6'
export const iconRestore = 'M4 4.5v4h4M4.3 8.5A6 6 0 1 1 4 11.5'
export const iconFileText =
  'M5.3 3h6L15.5 7.2v8.5a1.3 1.3 0 0 1-1.3 1.3H5.3A1.3 1.3 0 0 1 4 15.7V4.3A1.3 1.3 0 0 1 5.3 3zM11 3v4.5h4.5M7 10.5h5.5M7 13.5h5.5'
export const iconCalendar =
  'M4.3 4.5h11.4A1.3 1.3 0 0 1 17 5.8v9.4a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 15.2V5.8a1.3 1.3 0 0 1 1.3-1.3zM3 8.5h14M7 3v3M13 3v3'
export const iconPlus = 'M10 4v12M4 10h12'
export const iconBookmark = 'M5.5 3.5h9v13l-4.5-3.2-4.5 3.2z'
export const iconFlag = 'M5 17V3.500M5 4h9.500l-2 3.5 2 3.500H5'
export const iconFilter = 'M3.5 5h13M6 10h8M8.5 15h3'
export const iconExport =
  'M10 12.500v-9M6.5 7L10 3.5 13.5 7M4 12v3.200A1.3 1.3 0 0 0 5.3 16.500h9.400a1.3 1.3 0 0 0 1.3-1.300V12'
export const iconPeople =
  'M7.5 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M2.5 16c.3-3 2.3-4.5 5-4.500s4.7 1.5 5 4.500M13 4.500a2.3 2.3 0 0 1 0 4.400M14.5 11.800c1.8.5 2.9 2 3 4.2'
export const iconSort = 'M6 4v12M3 13l3 3 3-3M11.5 5.5H17M11.5 10H15.5M11.5 14.5H13.5'
export const iconPin = 'M12.5 3.5l4 4-2.3.6-3 3-.4 3.7-5.6-5.6 3.7-.4 3-3zM7.2 12.8L3.5 16.500'
export const iconSliders =
  'M3 6h7M14 6h3M3 14h3M10 14h7M12 4.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6M8 12.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6'

/* Editing */
export const iconIndent = 'M3 4.5h14M9 8.2h8M9 11.8h8M3 15.5h14M3.5 7.8L6 10l-2.5 2.2'
export const iconOutdent = 'M3 4.5h14M9 8.2h8M9 11.8h8M3 15.5h14M6 7.8L3.5 10 6 12.2'
export const iconLink =
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l1-1'
export const iconUndo = 'M7.5 4.5L4 8l3.5 3.5M4.5 8h7a4.5 4.5 0 0 1 0 9H8'
export const iconSkin =
  'M10 3a7 7 0 1 0 0 14c1.200 0 1.700-.8 1.400-1.700-.5-1.500.3-2.300 1.600-2.300h1.500A2.500 2.500 0 0 0 17 10.300C17 6.300 13.900 3 10 3M6.500 10.500h.01M8 6.800h.01M12 6.300h.01'
export const iconSettings =
  'M10 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M8.7 2.8h2.6l.4 2 1.5.9 2-.7 1.3 2.2-1.6 1.4v1.7l1.6 1.4-1.3 2.2-2-.7-1.5.9-.4 2H8.7l-.4-2-1.5-.9-2 .7-1.3-2.2 1.6-1.4V8.6L3.5 7.2 4.8 5l2 .7 1.5-.9z'
export const iconTag =
  'M3.5 4.8A1.3 1.3 0 0 1 4.8 3.5h5l6.8 6.8a1.3 1.3 0 0 1 0 1.8l-4.5 4.5a1.3 1.3 0 0 1-1.8 0L3.500 9.800zM7 7h.01'
export const iconLock =
  'M6 9V6.8a4 4 0 0 1 8 0V9M5.300 9h9.400A1.300 1.300 0 0 1 16 10.300v5A1.300 1.300 0 0 1 14.700 16.600H5.300A1.300 1.300 0 0 1 4 15.300v-5A1.300 1.300 0 0 1 5.300 9zM10 12v1.800'
export const iconUnlock =
  'M6 9V6.800a4 4 0 0 1 7.800-1.200M5.300 9h9.400A1.300 1.300 0 0 1 16 10.300v5A1.300 1.300 0 0 1 14.700 16.600H5.300A1.300 1.300 0 0 1 4 15.300v-5A1.300 1.300 0 0 1 5.300 9zM10 12v1.800'
export const iconFeedback =
  'M4.3 4h11.400A1.300 1.300 0 0 1 17 5.300v7.400a1.300 1.300 0 0 1-1.300 1.300H9l-3.500 3v-3H4.300A1.300 1.300 0 0 1 3 12.700V5.300A1.300 1.300 0 0 1 4.300 4zM6.500 7.500h7M6.500 10.500h4'
/** The assistant: a spark. */
export const iconSpark =
  'M9 3.500l1.600 4.400 4.400 1.600-4.400 1.600L9 15.500l-1.600-4.400L3 9.500l4.400-1.600zM15.500 13.500v4M13.500 15.500h4M15.500 2.500v3M14 4h3'
