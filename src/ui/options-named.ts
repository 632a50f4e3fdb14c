import { plainWords } from '#platform/plain-words.ts'
import type { PickOption } from './pick-box.tsx'

/** Those with what was typed in their label, accents or not: what a picker finds among options that are all here. */
export const optionsNamed = <Option extends PickOption>(options: readonly Option[], q: string): Option[] =>
  options.filter(({ label }) => plainWords(label).includes(plainWords(q)))
