/** The product's mark: a goose's wings as the flap of an envelope. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M6 10.5C10.5 9 13.8 11.6 16 17c2.2-5.4 5.5-8 10-6.5-4 .7-6.8 4-8.4 9.2L16 23l-1.6-3.3C12.8 14.5 10 11.2 6 10.5z"
        fill="var(--brand-ink, var(--on-sky))"
      />
      <path
        d="M7 16v7.5h18V16"
        stroke="var(--brand-ink, var(--on-sky))"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
