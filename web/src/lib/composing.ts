/** True while a key belongs to an input method: Enter commits its letters there, arrows and Esc go through its list. */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // 229: Safari ends the composition before the key that ended it arrives.
  return key.isComposing || key.keyCode === 229
}
