import { useMantineColorScheme } from '@mantine/core'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { rememberColorMode, schemeAt } from '#ui/color-scheme.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import type { OwnAccount } from '../own-contract.ts'
import classes from './account-page.module.css'
import { useFreshSession } from './use-fresh-session.ts'

type Profile = Pick<OwnAccount, 'name' | 'locale' | 'colorMode' | 'pictureUrl'>
const profileOf = ({ name, locale, colorMode, pictureUrl }: Profile) => ({
  name,
  locale,
  colorMode,
  pictureUrl,
})

/** Name, picture, the language of mails, light or dark. */
export function ProfileForm({ account }: { account: Profile }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { setColorScheme } = useMantineColorScheme()
  const router = useRouter()
  const freshSession = useFreshSession()
  const form = useForm(profileOf(account), m['account.page.failed']())
  const question = useUnsavedQuestion(form)
  const { values, set, errors } = form
  const save = async () => {
    // What was not touched here may have been changed in another tab.
    const changed = Object.fromEntries(form.changed.map((name) => [name, values[name]]))
    if (!(await form.send(() => api.account.updateProfile(changed)))) return
    if (form.changed.includes('colorMode')) {
      setColorScheme(values.colorMode === 'auto' ? schemeAt(new Date().getHours()) : values.colorMode)
      rememberColorMode(values.colorMode)
    }
    form.reset(values)
    toast(m['account.page.saved']())
    // The header shows name and picture too.
    await freshSession()
    await router.invalidate()
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
        <PictureField
          label={m['account.page.picture']()}
          help={m['account.page.pictureHelp']()}
          use="cover"
          aspect={1}
          value={values.pictureUrl}
          fallback={<span className={classes.noPicture} aria-hidden="true" />}
          error={errors.pictureUrl}
          store={(file, crop) => api.account.uploadOwnPicture({ file, ...crop })}
          onChange={(pictureUrl) => set('pictureUrl', pictureUrl)}
        />
        <TextField
          label={m['account.page.name']()}
          autoComplete="name"
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <SelectField
          label={m['account.page.language']()}
          value={values.locale}
          options={[
            { value: 'es', label: m['ui.languages.es']() },
            { value: 'en', label: m['ui.languages.en']() },
          ]}
          onChange={(event) => set('locale', event.currentTarget.value as 'es' | 'en')}
        />
        <SelectField
          label={m['account.page.colorMode']()}
          value={values.colorMode}
          options={[
            { value: 'auto', label: m['account.page.colorModeAuto']() },
            { value: 'light', label: m['account.page.colorModeLight']() },
            { value: 'dark', label: m['account.page.colorModeDark']() },
          ]}
          onChange={(event) => set('colorMode', event.currentTarget.value as Profile['colorMode'])}
        />
        <Button type="submit" look="primary" busy={form.busy} disabled={form.changed.length === 0}>
          {m['account.page.save']()}
        </Button>
      </form>
      {question}
    </Frame>
  )
}
