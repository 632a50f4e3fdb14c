import { readFormatted, type Words } from '#platform/formatted-text.ts'

/** What somebody wrote with the little formatting that posts have. */
export const FormattedText = ({ text }: { text: string }) =>
  readFormatted(text).map((block, at) =>
    'line' in block ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in a text that is drawn whole.
      <p key={at}>{block.line.map(drawn)}</p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <ul key={at}>
        {block.list.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={place}>{one.map(drawn)}</li>
        ))}
      </ul>
    ),
  )

function drawn({ text, strong, link }: Words, at: number) {
  if (link)
    return (
      <a key={at} href={link} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    )
  return strong ? <strong key={at}>{text}</strong> : text
}
