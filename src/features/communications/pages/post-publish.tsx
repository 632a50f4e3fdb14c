import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { Post } from '../contract.ts'
import classes from './communications.module.css'
import { PostCounts } from './post-counts.tsx'
import { stateOf } from './post-words.ts'
import { isLeaving, usePostActs } from './use-post-acts.ts'

interface PostPublishProps {
  post: Post
  /** What was typed is not saved: a post goes out as it was saved last. */
  changed: boolean
  editable: boolean
}

/** How a post stands, what became of it, and its next steps. */
export function PostPublish({ post, changed, editable }: PostPublishProps) {
  const acts = usePostActs(post)
  const { mark, word } = stateOf(post)
  return (
    <Frame title={m['communications.publish.title']()} control={<Status mark={mark}>{word}</Status>}>
      <div className={classes.publish}>
        {post.publishedAt ? <PostCounts post={post} /> : undefined}
        {isLeaving(post) ? (
          <p role="status">{m['communications.publish.leaving']()}</p>
        ) : post.status === 'scheduled' && post.publishAt ? (
          <p>{m['communications.publish.scheduledFor']({ date: here().dateTime(post.publishAt) })}</p>
        ) : undefined}
        {acts.problem ? (
          <p className={classes.problem} role="alert">
            {acts.problem}
          </p>
        ) : undefined}
        {editable ? <Steps post={post} changed={changed} acts={acts} /> : undefined}
      </div>
    </Frame>
  )
}

interface StepsProps extends Pick<PostPublishProps, 'post' | 'changed'> {
  acts: ReturnType<typeof usePostActs>
}

function Steps({ post, changed, acts }: StepsProps) {
  const [at, setAt] = useState('')
  const { busy } = acts
  const { status } = post
  const leaving = isLeaving(post)
  if (status === 'deleted')
    return (
      <Button busy={busy} onClick={acts.restore}>
        {m['communications.publish.restore']()}
      </Button>
    )
  return (
    <>
      {(status === 'draft' || status === 'scheduled') && !leaving ? (
        <>
          {changed ? <p className={classes.quiet}>{m['communications.publish.saveFirst']()}</p> : undefined}
          <Button look="primary" busy={busy} disabled={changed} onClick={acts.publish}>
            {m['communications.publish.now']()}
          </Button>
        </>
      ) : undefined}
      {status === 'draft' ? (
        <>
          <DateTimeField
            label={m['communications.publish.at']()}
            help={m['communications.publish.atHelp']()}
            value={at}
            onChange={setAt}
          />
          <Button busy={busy} disabled={changed || !at} onClick={() => acts.schedule(at)}>
            {m['communications.publish.schedule']()}
          </Button>
        </>
      ) : undefined}
      {status === 'scheduled' ? (
        <WithdrawButton leaving={leaving} busy={busy} onPress={acts.withdraw} />
      ) : undefined}
      <Button look="danger" busy={busy} onClick={acts.remove}>
        {m['communications.publish.delete']()}
      </Button>
    </>
  )
}

interface WithdrawButtonProps {
  leaving: boolean
  busy: boolean
  onPress: () => void
}

/** Takes back what is to go out, or stops what is on its way. */
const WithdrawButton = ({ leaving, busy, onPress }: WithdrawButtonProps) => (
  <Button look={leaving ? 'primary' : 'plain'} busy={busy} onClick={onPress}>
    {leaving ? m['communications.publish.stop']() : m['communications.publish.withdraw']()}
  </Button>
)
