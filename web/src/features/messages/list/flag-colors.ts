/** Flag colours 1 to 7 in the order of the server; 0 is none. */
export const flagColors = [
  '#d13438',
  '#d9720a',
  '#b98a00',
  '#2b8a3e',
  '#0b7fab',
  '#5b5fc7',
  '#7a7f87',
] as const
