/** Names the known variable that was probably meant. */
function nearest(name: string): string {
  const near = nearName(name, Object.keys(variables))
  return near ? `; did you mean ${near}?` : '; the README lists them all'
}
