/** What the product is called and speaks of, in both languages. */
export const productWords = [
  'backline',
  'merch',
  'merchandising',
  'portal',
  'dashboard',
  'backoffice',
  'label',
  'sello',
  'discografica',
  'artista',
  'artist',
]

const shapes: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Without accents, case and signs, and with letters for the digits that people write in their place. */
const plain = (text: string, likeLetters: boolean) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/./gsu, (sign) => (likeLetters ? (shapes[sign] ?? sign) : sign))
    .replace(/[^a-z0-9ñ]/g, '')

const shortest = 3
/** So much has to be left of a password without these words for it to be more than them. */
const leftMin = 6

/**
 * Is a password little more than words that whoever knows of the person would try: a name, an address, a portal, the
 * product? "backline2026" and "marina.lopez1" are; a phrase in which such a word stands among others is not.
 */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  return [false, true].some((likeLetters) => {
    const parts = words
      .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
      .map((word) => plain(word, likeLetters))
      .filter((word) => word.length >= shortest)
      .sort((a, b) => b.length - a.length)
    const whole = plain(password, likeLetters)
    const left = parts.reduce((rest, part) => rest.replaceAll(part, ''), whole)
    return left.length < whole.length && left.length < leftMin
  })
}
