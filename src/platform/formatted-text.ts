/**
 * The little that posts may be written with, alike in the inbox, in mails and in their preview: `**strong**`,
 * `[a link](https://…)` and lists of lines that begin with `- `. Everything else stands as it was typed. Browser-safe.
 */

/** Some words, perhaps strong, perhaps leading somewhere. */
export interface Words {
  text: string
  strong?: true
  link?: string
}

/** A line of text, or the lines of a list. */
export type Block = { line: Words[] } | { list: Words[][] }

// No part of it can match the same letters in two ways: it reads a text once, whatever stands in it.
const marks = /\*\*([^*\n]{1,500})\*\*|\[([^[\]\n]{1,200})\]\(((?:https?:\/\/|mailto:)[^\s()<>"]{1,2000})\)/g
const item = /^\s{0,3}[-•*] +(?=\S)/

function wordsIn(line: string): Words[] {
  const found: Words[] = []
  let at = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > at) found.push({ text: line.slice(at, match.index) })
    const [whole, strong, text = '', link] = match
    found.push(strong === undefined ? { text, ...(link ? { link } : {}) } : { text: strong, strong: true })
    at = match.index + whole.length
  }
  if (at < line.length) found.push({ text: line.slice(at) })
  return found
}

/** Line by line; empty ones part nothing more than the end of a line does. */
export function readFormatted(text: string): Block[] {
  const blocks: Block[] = []
  let gap = true
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const isItem = item.test(line)
    if (isItem && !gap && last && 'list' in last) last.list.push(wordsIn(line.replace(item, '')))
    else if (isItem) blocks.push({ list: [wordsIn(line.replace(item, ''))] })
    else if (line.trim() !== '') blocks.push({ line: wordsIn(line) })
    gap = line.trim() === ''
  }
  return blocks
}

const plainWords = (words: readonly Words[]) =>
  words.map(({ text, link }) => (link && link !== text ? `${text} (${link})` : text)).join('')

/** The same without marks, for where nothing can be strong: a block each. */
export const plainBlocks = (text: string): string[] =>
  readFormatted(text).map((block) =>
    'line' in block ? plainWords(block.line) : block.list.map((one) => `– ${plainWords(one)}`).join('\n'),
  )
