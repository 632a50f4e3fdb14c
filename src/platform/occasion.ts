/**
 * What a feature tells those above it, or asks of them, without knowing them: it declares the occasion in its
 * `server/occasions.ts`, and `src/processes/hearers.ts` says who hears it.
 */
export interface Occasion<Told extends readonly unknown[], Answer> {
  readonly name: string
  /** Everybody who hears it, one after the other and in this order. Said once, while the program starts. */
  heardBy: (...hearers: Hearer<Told, Answer>[]) => void
  /**
   * Waits for everybody who hears it, within the transaction that it is handed, and answers what they say in their order.
   * @throws what a hearer throws: the next ones are not told, and the teller's transaction is taken back.
   */
  tell: (...told: Told) => Promise<Answer[]>
}

type Hearer<Told extends readonly unknown[], Answer> = (...told: Told) => Answer | Promise<Answer>

export function occasion<Told extends readonly unknown[], Answer = void>(
  name: string,
): Occasion<Told, Answer> {
  let hearers: Hearer<Told, Answer>[] | undefined
  return {
    name,
    heardBy: (...named) => {
      if (hearers) throw new Error(`Who hears "${name}" was said before.`)
      hearers = named
    },
    tell: async (...told) => {
      // Silence would look like consent: a program that was put together without its upper floors must not go on.
      if (!hearers) throw new Error(`Nobody was named to hear "${name}".`)
      const answers: Answer[] = []
      for (const hear of hearers) answers.push(await hear(...told))
      return answers
    },
  }
}
