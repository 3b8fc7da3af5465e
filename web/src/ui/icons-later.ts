/** Icons of the same set that neither login, shell nor lists draw: a start does not wait for them. */
export const iconReplyAll =
  'M6.5 5l-4.5 4.5L6.5 14M10.5 5L6 9.5l4.5 4.5M6.5 9.5H13a4.5 4.5 0 0 1 4.5 4.5v1.5'
export const iconPause = 'M7.5 5v10M12.5 5v10'
export const iconPlay = 'M7 4.8v10.4l8-5.2z'
export const iconPrint =
  'M6 7.5V3.5h8v4M6 13.5H4.3A1.3 1.3 0 0 1 3 12.2V8.8a1.3 1.3 0 0 1 1.3-1.3h11.4A1.3 1.3 0 0 1 17 8.8v3.4a1.3 1.3 0 0 1-1.3 1.3H14M6 11.5h8v5H6z'
export const iconCopy = 'M7.5 7.5v-3h9v9h-3M3.5 7.5h9v9h-9z'
export const iconCode = 'M7 6l-4 4 4 4M13 6l4 4-4 4'
export const iconImageOff =
  'M3 3l14 14M7 4h8.7A1.3 1.3 0 0 1 17 5.3V13M16 16H4.3A1.3 1.3 0 0 1 3 14.7V5M3.5 13.5L7.5 9.5l6 6'
export const iconImage =
  'M4.3 4h11.4A1.3 1.3 0 0 1 17 5.3v9.4a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 14.7V5.3A1.3 1.3 0 0 1 4.3 4zM3.5 13.5l4-4 4 4 2-2 3 3M13 7.5h.01'
export const iconAnnounce =
  'M3.5 8v4H6l7.5 3.5v-11L6 8zM6.5 12v3.5h2.2V13M16 8.2a2.5 2.5 0 0 1 0 3.6'
export const iconDisk =
  'M3.5 6c0-1.4 2.9-2.5 6.5-2.5s6.5 1.1 6.5 2.5-2.9 2.5-6.5 2.5S3.5 7.4 3.5 6zM3.5 6v8c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5V6M3.5 10c0 1.4 2.9 2.5 6.5 2.5s6.5-1.1 6.5-2.5'
/** Approval: a seal with a tick. */
export const iconApproval =
  'M10 2.800l2 1.500 2.500-.1.700 2.400 2 1.500-.9 2.300.9 2.300-2 1.500-.7 2.400-2.500-.1-2 1.500-2-1.500-2.500.1-.7-2.400-2-1.500.9-2.300-.9-2.300 2-1.500.7-2.400 2.500.1zM7.200 10.400l2 2 3.600-4'
/** An own request: a sheet that is handed in. */
export const iconRequest =
  'M11 3H5.300A1.300 1.300 0 0 0 4 4.300v11.400A1.300 1.300 0 0 0 5.300 17h9.400a1.300 1.300 0 0 0 1.300-1.300V8zM11 3v5h5M10 14.500V10.500M8 12.300l2-2 2 2'
export const iconDevice = 'M3.5 5h10v8h-10zM2.5 15.500h9M15 8.500h2.500v7H14v-5.500'
export const iconKey =
  'M8.900 9.700a4 4 0 1 1 1.400 1.400L9 12.400H7.300v1.700H5.600v1.700H3.300v-.5zM13.700 6.300v.01'
export const iconFile =
  'M5.3 3h6L15.5 7.2v8.5a1.3 1.3 0 0 1-1.3 1.3H5.3A1.3 1.3 0 0 1 4 15.7V4.3A1.3 1.3 0 0 1 5.3 3zM11 3v4.5h4.5'
export const iconSheet =
  'M4.3 3.5h11.4A1.3 1.3 0 0 1 17 4.8v10.4a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 15.2V4.8a1.3 1.3 0 0 1 1.3-1.3zM3 8h14M3 12.2h14M8 8v8.5'
export const iconZip =
  'M5.3 3h6L15.5 7.2v8.5a1.3 1.3 0 0 1-1.3 1.3H5.3A1.3 1.3 0 0 1 4 15.7V4.3A1.3 1.3 0 0 1 5.3 3zM9 3v2h2v2H9v2h2v2H9v2.5h2'
export const iconMedia = 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M8.3 7.2v5.6l4.5-2.8z'
export const iconMoon = 'M16 11.8A6.5 6.5 0 0 1 8.200 4a6.500 6.500 0 1 0 7.800 7.800'
export const iconMinus = 'M4 10h12'
export const iconPencil = 'M13.500 3.500l3 3L7 16l-3.500.500L4 13zM11.500 5.500l3 3'
export const iconPlainText = 'M3.500 5h13M10 5v10.500M7.500 15.500h5M3.500 5v2M16.500 5v2'
export const iconGrow =
  'M12 3.5h4.500v4.500M16.500 3.500L11.500 8.500M8 16.500H3.500V12M3.500 16.500l5-5'
export const iconShrink = 'M16.500 8H12V3.500M12 8l4.500-4.500M3.500 12H8v4.500M8 12l-4.500 4.500'
export const iconBold = 'M6 4h4.7a2.9 2.9 0 0 1 0 5.9H6zM6 9.9h5.5a3 3 0 0 1 0 6.1H6z'
export const iconItalic = 'M8.5 4h6M5.5 16h6M11.5 4l-3 12'
export const iconUnderline = 'M5.5 3.5v5.7a4.5 4.5 0 0 0 9 0V3.5M4.5 17h11'
export const iconStrike =
  'M3.5 10h13M14 6.5c-.5-1.7-2-2.7-4-2.7-2.4 0-4 1.2-4 3 0 1.5 1 2.4 2.5 3.2M6 13.5c.5 1.7 2 2.7 4 2.7 2.5 0 4.1-1.3 4.1-3.1 0-1.3-.5-2.3-1.6-3.1'
export const iconTextColor = 'M5.5 13.5L10 3.5l4.5 10M7 10.3h6M3.5 17h13'
export const iconHighlight = 'M7 11.5l-1.5 4 4-1.5 7-7L14 4.5zM3.5 17.5h13'
export const iconListBullet =
  'M7.5 5.5H17M7.5 10H17M7.5 14.5H17M3.5 5.5h.01M3.5 10h.01M3.5 14.5h.01'
export const iconListNumber =
  'M8 5.5h9M8 10h9M8 14.5h9M3 4.3l1.3-.8v3.8M3 9.2c.7-.9 2-.5 1.9.3 0 .7-1.9 1.3-1.9 2h2M3 13.3h1.8l-1 1.2c1.5 0 1.3 2-.1 2-.5 0-.8-.2-.9-.5'
export const iconAlignLeft = 'M3 4.5h14M3 8.2h9M3 11.8h14M3 15.5h9'
export const iconAlignCenter = 'M3 4.5h14M5.5 8.2h9M3 11.8h14M5.5 15.5h9'
export const iconAlignRight = 'M3 4.5h14M8 8.2h9M3 11.8h14M8 15.5h9'
export const iconQuote =
  'M4 9.5c0-2.5 1.2-4 3.3-4.5M4 9.5h3.5V14H4zM11.5 9.5c0-2.5 1.2-4 3.3-4.5M11.5 9.5H15V14h-3.5z'
export const iconTable =
  'M4.3 4h11.4A1.3 1.3 0 0 1 17 5.3v9.4a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 14.7V5.3A1.3 1.3 0 0 1 4.3 4zM3 8h14M3 12h14M8 4v12M12.5 4v12'
export const iconRedo = 'M12.5 4.5L16 8l-3.5 3.5M15.5 8h-7a4.5 4.5 0 0 0 0 9H12'
export const iconClearFormat = 'M5 4h10M10 4L8 13M4 16.5h6M12.5 12l4 4M16.5 12l-4 4'
export const iconEmoji =
  'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7.5 8.2h.01M12.5 8.2h.01M7 11.8c1.5 2.3 4.5 2.3 6 0'
export const iconSignature =
  'M3 15.500h14M4 12c2-6 5-9 6-7.500 1 1.400-4 7.500-2.500 8 1.200.4 2.500-3 3.500-2.700 1 .3-.3 2.200.8 2.400.9.2 1.700-1 2.700-1'
export const iconTemplate =
  'M4.3 3.500h11.400A1.300 1.300 0 0 1 17 4.800v10.400a1.300 1.300 0 0 1-1.300 1.300H4.300A1.300 1.300 0 0 1 3 15.200V4.800a1.300 1.300 0 0 1 1.300-1.300zM3 7.500h14M6 10.500h8M6 13.500h5'
export const iconPaper =
  'M5 3h10a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM4 6.500h12M7 9.500h6M7 12h6M12.500 17c0-2 1.500-3 3.500-3'
export const iconStop = 'M6 6h8v8H6z'
