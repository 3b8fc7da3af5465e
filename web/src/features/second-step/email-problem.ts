/** Key of what is wrong with an address (M12, M13), or null. */
export function emailProblem(address: string): 'emailNeeded' | 'emailWrong' | null {
  if (address.trim() === '') return 'emailNeeded'
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(address.trim()) ? null : 'emailWrong'
}
