/** What the buttons above a post's text do to it, and what is marked afterwards. */
export interface Edited {
  text: string
  from: number
  to: number
}

type Edit = (text: string, from: number, to: number) => Edited

const put = (text: string, from: number, to: number, within: string) =>
  text.slice(0, from) + within + text.slice(to)

/** Strong, or no longer. */
export const addStrong: Edit = (text, from, to) => {
  const chosen = text.slice(from, to)
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { text: put(text, from - 2, to + 2, chosen), from: from - 2, to: to - 2 }
  return { text: put(text, from, to, `**${chosen}**`), from: from + 2, to: to + 2 }
}

const start = 'https://'

/** A link, its address marked for typing; an address that was chosen shows itself. */
export const addLink: Edit = (text, from, to) => {
  const chosen = text.slice(from, to)
  const address = /^https?:\/\/\S+$/.test(chosen) ? chosen : start
  const at = from + chosen.length + 3
  return { text: put(text, from, to, `[${chosen}](${address})`), from: at, to: at + address.length }
}

/** Each chosen line an entry of a list, or, if all are, none. */
export const addList: Edit = (text, from, to) => {
  const begin = text.lastIndexOf('\n', from - 1) + 1
  const after = text.indexOf('\n', to)
  const end = after < 0 ? text.length : after
  const lines = text.slice(begin, end).split('\n')
  const all = lines.every((line) => line.startsWith('- '))
  const within = lines
    .map((line) => (all ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`))
    .join('\n')
  return { text: put(text, begin, end, within), from: begin, to: begin + within.length }
}
