import { mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.tsx'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'
import { NewestOf } from './newest-of.tsx'

/** What staff wrote down, newest first. */
export function ContactNotes({ contact, editable }: { contact: ContactDetail; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const done = async (result: Result<unknown>, word: string): Promise<boolean> => {
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error : undefined
      setProblem(said?.fields?.text ?? said?.message ?? m['contacts.form.failed']())
      return false
    }
    setProblem(undefined)
    toast(word)
    await router.invalidate()
    return true
  }
  const add = async () => {
    setBusy(true)
    const result = await api.contacts.addContactNote({ contactId: contact.id, text })
    setBusy(false)
    if (await done(result, m['contacts.notes.added']())) setText('')
  }
  const remove = async (noteId: string) =>
    done(
      await api.contacts.deleteContactNote({ contactId: contact.id, noteId }),
      m['contacts.notes.deleted'](),
    )
  return (
    <FormSection title={m['contacts.notes.title']()}>
      {editable ? (
        <div className={classes.write}>
          <TextArea
            aria-label={m['contacts.notes.label']()}
            placeholder={m['contacts.notes.placeholder']()}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {problem ? <Notice kind="error">{problem}</Notice> : undefined}
          <Button size="sm" busy={busy} disabled={!text.trim()} onClick={add}>
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
    </FormSection>
  )
}
