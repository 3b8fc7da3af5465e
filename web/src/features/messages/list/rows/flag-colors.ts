/** Flag colours 1 to 7 in the order of the server; 0 is none. */
export const flagColors = [1, 2, 3, 4, 5, 6, 7].map((color) => `var(--flag-${color})`)
