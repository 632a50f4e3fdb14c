import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './account-page.module.css'
import { EndKeys } from './end-keys.tsx'
import { PasswordStrength } from './password-strength.tsx'

/** The old password lets a new one in. */
export function PasswordForm() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ current: '', password: '', endKeys: false }, m['account.page.failed']())
  const change = async () => {
    if (!(await form.send(() => api.account.changePassword(form.values)))) return
    form.reset({ current: '', password: '', endKeys: false })
    toast(m['account.page.changed']())
    await router.invalidate()
  }
  return (
    <Frame title={m['account.page.password']()}>
      <form
        ref={form.ref}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) change()
        }}
      >
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        <PasswordField
          label={m['account.page.current']()}
          autoComplete="current-password"
          value={form.values.current}
          error={form.errors.current}
          onChange={(event) => form.set('current', event.currentTarget.value)}
        />
        <PasswordField
          label={m['account.page.next']()}
          help={m['account.page.nextHelp']()}
          autoComplete="new-password"
          value={form.values.password}
          error={form.errors.password}
          onChange={(event) => form.set('password', event.currentTarget.value)}
        />
        <PasswordStrength password={form.values.password} />
        <EndKeys checked={form.values.endKeys} onChange={(on) => form.set('endKeys', on)} />
        <Button
          type="submit"
          look="primary"
          busy={form.busy}
          disabled={!form.values.current || !form.values.password}
        >
          {m['account.page.change']()}
        </Button>
      </form>
    </Frame>
  )
}
