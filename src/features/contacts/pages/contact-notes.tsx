import { mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { FormSection } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'
import { NewestOf } from './newest-of.tsx'

/** What staff wrote down, newest first. */
export function ContactNotes({ contact, editable }: { contact: ContactDetail; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ text: '' }, m['contacts.form.failed']())
  const question = useUnsavedQuestion(form)
  const add = async () => {
    const { text } = form.values
    const added = await form.send(() => api.contacts.addContactNote({ contactId: contact.id, text }))
    if (!added) return
    form.reset({ text: '' })
    toast(m['contacts.notes.added']())
    await router.invalidate()
  }
  const remove = async (noteId: string) => {
    const removed = await api.contacts.deleteContactNote({ contactId: contact.id, noteId })
    if (isFailure(removed)) toast(reasonOf(removed) ?? m['contacts.form.failed'](), { kind: 'error' })
    else toast(m['contacts.notes.deleted']())
    await router.invalidate()
  }
  const problem = form.errors.text ?? form.problem
  return (
    <FormSection title={m['contacts.notes.title']()}>
      {editable ? (
        <div className={classes.write}>
          <TextArea
            aria-label={m['contacts.notes.label']()}
            placeholder={m['contacts.notes.placeholder']()}
            maxLength={2_000}
            value={form.values.text}
            onChange={(event) => form.set('text', event.currentTarget.value)}
          />
          {problem ? <Notice kind="error">{problem}</Notice> : undefined}
          <Button size="sm" busy={form.busy} disabled={!form.values.text.trim()} onClick={add}>
            {m['contacts.notes.add']()}
          </Button>
        </div>
      ) : undefined}
      {contact.notes.length === 0 ? (
        <p className={classes.quiet}>{m['contacts.notes.empty']()}</p>
      ) : (
        <div>
          {contact.notes.map((note) => (
            <article key={note.id} className={classes.note}>
              <p>{note.text}</p>
              <footer>
                <span>{note.author ?? m['activity.gone']()}</span>
                <time dateTime={note.createdAt}>{here().dateTime(note.createdAt)}</time>
                {editable ? (
                  <IconButton
                    label={m['contacts.notes.delete']()}
                    path={mdiTrashCanOutline}
                    onClick={() => remove(note.id)}
                  />
                ) : undefined}
              </footer>
            </article>
          ))}
          <NewestOf shown={contact.notes.length} total={contact.notesTotal} />
        </div>
      )}
      {question}
    </FormSection>
  )
}
