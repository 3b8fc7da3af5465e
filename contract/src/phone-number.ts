/** A mobile number of China (G36, M4). */
export const phonePattern = /^1[3-9]\d{9}$/
