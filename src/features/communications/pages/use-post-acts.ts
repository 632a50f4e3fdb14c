import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import { momentOf } from '#ui/wall-clock.ts'
import { heldSeconds, type Post } from '../contract.ts'

/** Clocks differ by so much; who can still stop a post is told how. */
const leavingSeconds = 4
const leavingMs = (heldSeconds + leavingSeconds) * 1000

/** Scheduled for the end of the seconds in which its toast can take it back. */
export const isLeaving = ({ status, publishAt }: Post) =>
  status === 'scheduled' && Date.parse(publishAt ?? '') - Date.now() < leavingMs

/** The steps of a post; a refusal that a field is to blame for is the `problem`. */
export function usePostActs({ id: postId, version, audience }: Post) {
  const calls = useRouteContext({ from: '__root__' }).api.communications
  const router = useRouter()
  const undoable = useUndoable()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const act = async (
    call: () => Promise<Result<unknown>>,
    done: string,
    action?: { label: string; run: () => void },
  ) => {
    setProblem(undefined)
    setBusy(true)
    const answer = await call()
    if (!isFailure(answer)) {
      // The newer version starts the page anew: only then is it done, and goes anything on from it.
      await router.invalidate()
      setBusy(false)
      return toast(done, { action })
    }
    setBusy(false)
    const [wrong] = Object.values((typeof answer?.error === 'object' && answer.error.fields) || {})
    if (wrong) return setProblem(wrong)
    // Somebody else may have been faster: the page shows what there is by now, the toast outlives it.
    toast(reasonOf(answer) ?? m['communications.publish.failed'](), { kind: 'error' })
    if (reasonOf(answer)) await router.invalidate()
  }
  const withdraw = () => act(() => calls.withdrawPost({ postId }), m['communications.publish.withdrawn']())
  return {
    ...{ problem, busy, withdraw },
    // Held for as long as its toast can take it back: nobody has it before.
    publish: async () => {
      const counted = await calls.countAudience(audience)
      const people = isFailure(counted) ? undefined : counted.people
      await act(() => calls.publishPost({ postId, held: true }, { version }), soonSentence(people), {
        label: m['ui.undo.verb'](),
        run: () => void withdraw(),
      })
      setTimeout(() => void router.invalidate(), leavingMs)
    },
    schedule: (at: string) => {
      const publishAt = momentOf(at)
      if (!publishAt) return
      void act(
        () => calls.publishPost({ postId, publishAt }, { version }),
        m['communications.publish.scheduled'](),
      )
    },
    restore: () => act(() => calls.restorePost({ postId }), m['communications.publish.restored']()),
    remove: async () => {
      setBusy(true)
      await undoable({
        act: (options) => calls.deletePost({ postId }, options),
        done: m['communications.publish.deleted'](),
        failed: (failure) => reasonOf(failure) ?? m['communications.publish.failed'](),
        leaveTo: '/communications',
      })
      setBusy(false)
    },
  }
}

function soonSentence(people: number | undefined): string {
  if (people === undefined) return m['communications.publish.soon']()
  return people === 1
    ? m['communications.publish.soonOne']()
    : m['communications.publish.soonTo']({ people: here().number(people) })
}
