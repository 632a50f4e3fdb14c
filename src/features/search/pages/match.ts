import { plainWords } from '#platform/plain-words.ts'

/** How what was typed is held against the names of pages and acts. */

export const wordsOf = (text: string) =>
  plainWords(text)
    .split(/[\s?¿,-]+/)
    .filter(Boolean)

/** Does the text hold each of the words that were asked for? */
export type Match = (text: string, asked: readonly string[]) => boolean

export const begins: Match = (text, asked) => {
  const known = wordsOf(text)
  return asked.every((word) => known.some((one) => one.startsWith(word)))
}

/** Fewer letters are one slip away from too much. */
const slipsFrom = 4

/** The same with one slip in each longer word: a letter too many, missing, wrong, or two that changed places. */
export const nearly: Match = (text, asked) => {
  const known = wordsOf(text)
  return asked.every((word) =>
    known.some(
      (one) =>
        one.startsWith(word) ||
        (word.length >= slipsFrom &&
          [-1, 0, 1].some((more) => isOneSlip(word, one.slice(0, word.length + more)))),
    ),
  )
}

/** Optimal string alignment distance of one, told without a table: up to one place all is alike, and from behind it. */
function isOneSlip(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const rest = (text: string, from: number) => text.slice(from)
  return (
    rest(a, at + 1) === rest(b, at) ||
    rest(a, at) === rest(b, at + 1) ||
    rest(a, at + 1) === rest(b, at + 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2))
  )
}
