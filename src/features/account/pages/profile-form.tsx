import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { Session } from '../contract.ts'
import classes from './account-page.module.css'

/** Name and the language of mails. */
export function ProfileForm({ user }: { user: Session['user'] }) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ name: user.name, locale: user.locale }, m['account.page.failed']())
  const save = async () => {
    const saved = await form.send(() => api.account.updateProfile(form.values))
    if (!saved) return
    form.reset({ name: saved.user.name, locale: saved.user.locale })
    toast(m['account.page.saved']())
  }
  return (
    <Frame title={m['account.page.profile']()}>
      <form
        ref={form.ref}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) save()
        }}
      >
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        <TextField
          label={m['account.page.name']()}
          autoComplete="name"
          value={form.values.name}
          error={form.errors.name}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <SelectField
          label={m['account.page.language']()}
          value={form.values.locale}
          options={[
            { value: 'es', label: m['ui.languages.es']() },
            { value: 'en', label: m['ui.languages.en']() },
          ]}
          onChange={(event) => form.set('locale', event.currentTarget.value as 'es' | 'en')}
        />
        <Button type="submit" look="primary" busy={form.busy} disabled={form.changed.length === 0}>
          {m['account.page.save']()}
        </Button>
      </form>
    </Frame>
  )
}
