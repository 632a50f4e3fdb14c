import { plainName } from './column-names.ts'

interface Choice {
  value: string
  label: string
}

/** The words of a name or SKU, as they are compared. */
export const wordsOf = (text: string) => plainName(text).split(' ').filter(Boolean)

/**
 * What an unknown SKU most likely stands for: the only choice all of whose words it has, of several the one with the most.
 * Undefined where two would do: then nothing is suggested.
 */
export function suggester<Of extends Choice>(
  choices: readonly Of[],
): (sku: string, name: string) => Of | undefined {
  const known = choices.map((choice) => ({ choice, words: [...new Set(wordsOf(choice.label))] }))
  return (sku, name) => {
    const has = new Set([...wordsOf(sku), ...wordsOf(name)])
    const fitting = known.filter(({ words }) => words.length > 0 && words.every((word) => has.has(word)))
    const most = Math.max(...fitting.map(({ words }) => words.length))
    const [best, another] = fitting.filter(({ words }) => words.length === most)
    return another ? undefined : best?.choice
  }
}
