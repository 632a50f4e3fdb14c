import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode, isFailure, type Result, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import { momentOf } from '#ui/wall-clock.ts'
import { heldSeconds, type Post } from '../contract.ts'
import classes from './communications.module.css'
import { stateOf } from './post-words.ts'

/** Clocks differ by so much; who can still stop a post is told how. */
const leavingSeconds = 4

/** How a post stands, what became of it, and its next steps. */
export function PostPublish({
  post,
  changed,
  editable,
}: {
  post: Post
  changed: boolean
  editable: boolean
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const undoable = useUndoable()
  const [at, setAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id: postId, version, status } = post
  const { mark, word } = stateOf(post)

  const act = async (
    call: () => Promise<Result<unknown>>,
    done: string,
    action?: { label: string; run: () => void },
  ) => {
    setProblem(undefined)
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (isFailure(answer) && answer !== null) {
      const fault = typeof answer?.error === 'object' ? answer.error : undefined
      setProblem(
        Object.values(fault?.fields ?? {})[0] ?? fault?.message ?? m['communications.publish.failed'](),
      )
      if (failureCode(answer) === 'stale') await router.invalidate()
      return
    }
    // The newer version starts the page anew: only then is it done.
    await router.invalidate()
    toast(done, { action })
  }
  const remove = async () => {
    setBusy(true)
    await undoable({
      act: (options) => api.communications.deletePost({ postId }, options),
      done: m['communications.publish.deleted'](),
      failed: (failure) => reasonOf(failure) ?? m['communications.publish.failed'](),
      leaveTo: '/communications',
    })
    setBusy(false)
  }
  const calls = api.communications
  const withdraw = () => act(() => calls.withdrawPost({ postId }), m['communications.publish.withdrawn']())
  // Held for as long as its toast can take it back: nobody has it before.
  const publish = async () => {
    const counted = await calls.countAudience(post.audience)
    const people = isFailure(counted) ? undefined : counted.people
    await act(() => calls.publishPost({ postId, held: true }, { version }), soonSentence(people), {
      label: m['ui.undo.verb'](),
      run: () => void withdraw(),
    })
    setTimeout(() => void router.invalidate(), (heldSeconds + leavingSeconds) * 1000)
  }
  const schedule = () => {
    const publishAt = momentOf(at)
    if (!publishAt) return
    void act(
      () => calls.publishPost({ postId, publishAt }, { version }),
      m['communications.publish.scheduled'](),
    )
  }
  const leaving =
    status === 'scheduled' &&
    Date.parse(post.publishAt ?? '') - Date.now() < (heldSeconds + leavingSeconds) * 1000
  const waiting = (status === 'draft' || status === 'scheduled') && !leaving
  return (
    <Frame title={m['communications.publish.title']()} control={<Status mark={mark}>{word}</Status>}>
      <div className={classes.publish}>
        {post.publishedAt ? <Counts post={post} /> : undefined}
        {leaving ? (
          <p role="status">{m['communications.publish.leaving']()}</p>
        ) : status === 'scheduled' && post.publishAt ? (
          <p>{m['communications.publish.scheduledFor']({ date: here().dateTime(post.publishAt) })}</p>
        ) : undefined}
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : undefined}
        {editable && waiting ? (
          <>
            {changed ? <p className={classes.quiet}>{m['communications.publish.saveFirst']()}</p> : undefined}
            <Button look="primary" busy={busy} disabled={changed} onClick={publish}>
              {m['communications.publish.now']()}
            </Button>
          </>
        ) : undefined}
        {editable && status === 'draft' ? (
          <>
            <DateTimeField
              label={m['communications.publish.at']()}
              help={m['communications.publish.atHelp']()}
              value={at}
              onChange={(value) => setAt(value)}
            />
            <Button busy={busy} disabled={changed || !at} onClick={schedule}>
              {m['communications.publish.schedule']()}
            </Button>
          </>
        ) : undefined}
        {editable && status === 'scheduled' ? (
          <Button look={leaving ? 'primary' : 'plain'} busy={busy} onClick={withdraw}>
            {leaving ? m['communications.publish.stop']() : m['communications.publish.withdraw']()}
          </Button>
        ) : undefined}
        {editable && status === 'deleted' ? (
          <Button
            busy={busy}
            onClick={() => act(() => calls.restorePost({ postId }), m['communications.publish.restored']())}
          >
            {m['communications.publish.restore']()}
          </Button>
        ) : undefined}
        {editable && status !== 'deleted' ? (
          <Button look="danger" busy={busy} onClick={remove}>
            {m['communications.publish.delete']()}
          </Button>
        ) : undefined}
      </div>
    </Frame>
  )
}

function soonSentence(people: number | undefined): string {
  if (people === undefined) return m['communications.publish.soon']()
  return people === 1
    ? m['communications.publish.soonOne']()
    : m['communications.publish.soonTo']({ people: here().number(people) })
}

function Counts({ post }: { post: Post }) {
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
