import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { Field, SwitchField } from '#ui/field.tsx'
import { rowOf, useMetForm } from '#ui/met-form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.tsx'
import type { AppUpdate } from '../contract.ts'

const titleMaxLength = 80
const bodyMaxLength = 2_000

const valuesOf = (update: AppUpdate | null) => ({
  title: { es: update?.title.es ?? '', en: update?.title.en ?? '' },
  body: { es: update?.body.es ?? '', en: update?.body.en ?? '' },
  published: update ? update.publishedAt !== null : true,
})
const words = ({ es, en }: { es: string; en: string }) => (en.trim() ? { es, en } : { es })
const draftOf = ({ title, body, published }: ReturnType<typeof valuesOf>) => ({
  title: words(title),
  body: words(body),
  published,
})

/** Writes an entry of the changelog, or corrects one. */
export default function UpdateDialog({ update, onClose }: { update: AppUpdate | null; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { form, send, conflict } = useMetForm({
    entity: update,
    valuesOf,
    write: (values, known) =>
      known
        ? api.app.changeUpdate({ updateId: known.id, ...draftOf(values) }, { version: known.version })
        : api.app.createUpdate(draftOf(values)),
    read: ({ id }) => rowOf(id, (page) => api.app.listUpdates({ page })),
    failed: m['communications.updates.failed'](),
    names: {
      title: m['communications.updates.formTitle'],
      body: m['communications.updates.formBody'],
      published: m['communications.updates.published'],
    },
  })
  const { values, set, errors } = form
  const save = async () => {
    if (!(await send())) return
    toast(m['communications.updates.saved']())
    onClose()
    await router.invalidate()
  }
  const title = update ? m['communications.updates.edit']() : m['communications.updates.new']()
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogForm
        title={title}
        verb={m['communications.updates.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        {conflict}
        <BilingualField
          label={m['communications.updates.formTitle']()}
          value={values.title}
          errors={{ es: errors['title.es'] ?? errors.title, en: errors['title.en'] }}
          maxLength={titleMaxLength}
          onChange={(title) => set('title', title)}
        />
        {(['es', 'en'] as const).map((language) => (
          <Field
            key={language}
            label={
              language === 'es'
                ? m['communications.updates.formBody']()
                : m['communications.updates.bodyEn']()
            }
            error={errors[`body.${language}`] ?? (language === 'es' ? errors.body : undefined)}
            optional={language === 'en'}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={4}
                lang={language}
                maxLength={bodyMaxLength}
                value={values.body[language]}
                onChange={(event) => set('body', { ...values.body, [language]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <SwitchField
          label={m['communications.updates.published']()}
          help={m['communications.updates.publishedHelp']()}
          checked={values.published}
          onChange={(published) => set('published', published)}
        />
      </DialogForm>
    </Dialog>
  )
}
