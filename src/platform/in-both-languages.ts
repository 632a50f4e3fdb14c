/** Messages that a page says in the language that it is not in: only of these does a browser get both wordings. */
export const inBothLanguages: ReadonlySet<string> = new Set([
  'communications.mail.button',
  'communications.preview.acknowledge',
  'communications.preview.greeting',
])
