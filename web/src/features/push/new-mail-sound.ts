/** Many mails at once make one sound. */
const pause = 2_000
let last = Number.NEGATIVE_INFINITY

/**
 * Two short soft notes, made on the spot: no file to load. A browser that allows no sound before a click
 * stays silent (G95).
 */
export async function playNewMail(): Promise<void> {
  if (performance.now() - last < pause) return
  last = performance.now()
  try {
    const audio = new AudioContext()
    if (audio.state === 'suspended') await audio.resume()
    note(audio, 659.3, 0)
    note(audio, 880, 0.12)
    setTimeout(() => void audio.close(), 900)
  } catch {
    // No sound device, or not allowed: the card on screen is enough.
  }
}

function note(audio: AudioContext, frequency: number, after: number): void {
  const start = audio.currentTime + after
  const tone = new OscillatorNode(audio, { type: 'sine', frequency })
  const volume = new GainNode(audio, { gain: 0 })
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.07, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.45)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.5)
}
