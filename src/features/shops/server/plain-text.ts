import { Parser } from 'htmlparser2'

export const cut = (text: string, max: number) => text.trim().slice(0, max).toWellFormed().trim()

const blocks = new Set(['p', 'div', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'tr'])
const unread = new Set(['script', 'style'])

/** The words of what may hold any HTML, a line for each of its blocks. */
export function plainText(html: string): string {
  let [text, hidden] = ['', 0]
  const parser = new Parser({
    onopentag: (name) => {
      if (unread.has(name)) hidden++
    },
    ontext: (part) => {
      if (hidden === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (unread.has(name)) hidden--
      if (blocks.has(name)) text += '\n'
    },
  })
  parser.end(html.slice(0, 100_000))
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\0', '')
    .trim()
}
