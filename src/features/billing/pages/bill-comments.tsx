import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import type { Bill } from '../bill-shapes.ts'
import classes from './bill-page.module.css'
import { TextAreaField } from './text-area-field.tsx'

/** What was said about a bill, and the place to say more. */
export function BillComments({ bill, spying }: { bill: Bill; spying: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ text: '' }, m['billing.failed']())
  const question = useUnsavedQuestion(form)
  const send = async () => {
    const sent = await form.send(() => api.billing.commentBill({ billId: bill.id, text: form.values.text }))
    if (!sent) return
    form.reset({ text: '' })
    toast(m['billing.action.commented']())
    await router.invalidate()
  }
  return (
    <section className={classes.comments}>
      <h2>{m['billing.action.comments']()}</h2>
      {bill.comments.length > 0 ? (
        <ol>
          {bill.comments.map((comment) => (
            <li key={comment.id}>
              <p className={classes.said}>
                <b>
                  {comment.person}
                  {comment.staff ? `, ${m['billing.action.staff']()}` : ''}
                </b>
                <time dateTime={comment.createdAt}>{here().dateTime(comment.createdAt)}</time>
              </p>
              <p className={classes.words}>{comment.text}</p>
            </li>
          ))}
        </ol>
      ) : (
        <p className={classes.small}>{m['billing.action.noComments']()}</p>
      )}
      {spying ? undefined : (
        <form
          ref={form.ref}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!form.busy) void send()
          }}
        >
          {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
          <TextAreaField
            label={m['billing.action.commentLabel']()}
            value={form.values.text}
            error={form.errors.text}
            maxLength={1_000}
            onChange={(text) => form.set('text', text)}
          />
          <Button type="submit" busy={form.busy}>
            {m['billing.action.comment']()}
          </Button>
        </form>
      )}
      {question}
    </section>
  )
}
