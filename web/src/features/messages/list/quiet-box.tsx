/** A small drawing for a list with nothing in it. */
export function QuietBox() {
  return (
    <svg
      width="112"
      height="84"
      viewBox="0 0 112 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M22 40 34 16h44l12 24v26a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4z" />
      <path d="M22 40h22l5 9h14l5-9h22" />
      <path d="M46 27c4-3 7-2 10 2 3-4 6-5 10-2" />
      <path d="M8 70h8M96 70h8" />
    </svg>
  )
}
