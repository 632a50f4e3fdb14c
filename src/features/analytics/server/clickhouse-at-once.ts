import { type Numbered, statementOf, type Told } from './clickhouse-questions.ts'

interface Waiting extends Numbered {
  answer: (texts: readonly string[]) => void
  fail: (error: unknown) => void
}

/**
 * Questions that are asked at once are one statement, whose planning costs more than its rows do; those that differ by their
 * days alone, as a period and the one before it, are one look.
 */
export function atOnce(ask: (query: string) => Promise<unknown[][]>, names: boolean) {
  let waiting: Waiting[] = []
  const send = async () => {
    const all = waiting
    waiting = []
    try {
      const found = new Map(
        (await ask(statementOf(looks(all), names))).map(([n, texts]) => [Number(n), texts]),
      )
      for (const { n, answer } of all) answer((found.get(n) ?? []) as readonly string[])
    } catch (error) {
      for (const { fail } of all) fail(error)
    }
  }
  return (told: Told) =>
    new Promise<readonly string[]>((answer, fail) => {
      if (waiting.push({ ...told, n: waiting.length, answer, fail }) === 1) setImmediate(send)
    })
}

/** What is counted of two periods that meet is in one of them only: they cannot be one look. */
function looks(all: readonly Waiting[]): Waiting[][] {
  const found: { like: string; of: Waiting[] }[] = []
  for (const one of all) {
    const { span, n: _, ...rest } = one
    const like = JSON.stringify(rest)
    const same = found.find((each) => each.like === like && each.of.every((other) => apart(other.span, span)))
    if (same && !one.most) same.of.push(one)
    else found.push({ like, of: [one] })
  }
  return found.map(({ of }) => of)
}

const apart = (a: Told['span'], b: Told['span']) => a.last < b.first || b.last < a.first
