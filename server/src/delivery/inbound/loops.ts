import type { HeaderScan } from './header-scan.ts'

/** RFC 5321 §6.3: a server that counts allows at least 100. A loop through us ends sooner by our own lines. */
const maxReceived = 100
/** A list or a forward brings a mail back to us once or twice. */
const maxOwnReceived = 5

export interface LoopMarks {
  /** True: nobody gets this mail. */
  everywhere: boolean
  /** Addresses (lower case) that had this mail already, by our own hand. */
  delivered: Set<string>
}

/** Signs that a mail goes round in circles (RFC 5321 §6.3). */
export function findLoop(scan: HeaderScan, hostname: string): LoopMarks {
  const received = scan.fields.filter((field) => field.name === 'received')
  const by = `by ${hostname.toLowerCase()} `
  const own = received
    .slice(0, maxReceived + 1)
    .filter((field) => field.value().toLowerCase().replace(/\s+/g, ' ').includes(by)).length
  const everywhere = received.length > maxReceived || own > maxOwnReceived
  const delivered = new Set<string>()
  // Another server in front of us may have written Delivered-To for the same address: it counts only
  // in a mail that has been here before.
  if (own > 0 && !everywhere) {
    for (const field of scan.fields.filter((one) => one.name === 'delivered-to').slice(0, 100)) {
      delivered.add(field.value().toLowerCase())
    }
  }
  return { everywhere, delivered }
}
