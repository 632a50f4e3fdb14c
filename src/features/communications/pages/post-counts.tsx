import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import type { Post } from '../contract.ts'

/** What became of a post that went out. */
export function PostCounts({ post }: { post: Post }) {
  const { number, dateTime } = here()
  const { counts, channels, mustAcknowledge } = post
  const rows: [string, number][] = [
    [m['communications.counts.sent'](), counts.sent],
    ...(channels.includes('email')
      ? ([
          [m['communications.counts.mailed'](), counts.mailed],
          [m['communications.counts.failed'](), counts.failed],
        ] as [string, number][])
      : []),
    ...(channels.includes('inApp')
      ? ([[m['communications.counts.read'](), counts.read]] as [string, number][])
      : []),
    ...(mustAcknowledge
      ? ([[m['communications.counts.acknowledged'](), counts.acknowledged]] as [string, number][])
      : []),
  ]
  return (
    <>
      <p>{m['communications.publish.publishedAt']({ date: dateTime(post.publishedAt ?? '') })}</p>
      {counts.recipients !== null && counts.sent < counts.recipients ? (
        <p role="status">
          {m['communications.publish.progress']({
            sent: number(counts.sent),
            total: number(counts.recipients),
          })}
        </p>
      ) : undefined}
      <dl>
        {rows.map(([what, count]) => (
          <Row key={what} what={what} count={number(count)} />
        ))}
      </dl>
      <Link to="/communications/notifications" search={{ post: post.id }}>
        {m['communications.publish.seeDeliveries']()}
      </Link>
    </>
  )
}

const Row = ({ what, count }: { what: string; count: string }) => (
  <>
    <dt>{what}</dt>
    <dd>{count}</dd>
  </>
)
