const most = 3

/** Lines of a model's list as proposals: without numbers, bullets and quotation marks, none twice, three at most. */
export function proposalsIn(answer: string, longest: number): string[] {
  const all = answer
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[-•*]|\(?\d{1,2}[.、)）:：])\s{0,3}/, '')
        .replace(/^["“「『']|["”」』']$/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && [...line].length <= longest)
  return [...new Set(all)].slice(0, most)
}
